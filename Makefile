# SPDX-License-Identifier: GPL-3.0-or-later
# cephplan: what a Ceph cluster will do before you buy it.
#
#   make demo      install what is missing, build, estimate a real 36-OSD cluster
#   make check     install what is missing, build, run all tests
#   make help      the other targets

VERSION := 0.1.0
VARIANT ?= release
CC ?= cc
PKG_CONFIG ?= pkg-config
PREFIX ?= /usr/local
DESTDIR ?=
Q ?= @

ifeq ($(filter $(VARIANT),release debug san),)
$(error VARIANT is '$(VARIANT)'; allowed: release, debug or san)
endif

# The release of the default folder is where the program is looked for: build/cephplan.
OUT := build$(if $(filter release,$(VARIANT)),,/$(VARIANT))
ifneq ($(BUILD),)
OUT := $(BUILD)
endif

PACKAGES := yaml-0.1 gsl cairo pangocairo jansson
# clang takes the C library's NAN and INFINITY, which are float constants, for promotions.
WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wshadow $(if $(findstring clang,$(CC)),,-Wdouble-promotion) \
            -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wformat=2
CFLAGS_release := -O2 -g
CFLAGS_debug := -O0 -g3
CFLAGS_san := -O1 -g -fsanitize=address,undefined -fno-omit-frame-pointer -fno-sanitize-recover=all
CFLAGS ?= $(CFLAGS_$(VARIANT))
# Contracting a*b+c into one rounding would change digits between machines and compilers.
CEPHPLAN_CFLAGS := -std=c11 -D_POSIX_C_SOURCE=200809L $(WARNINGS) $(if $(WERROR),-Werror) \
                   -ffp-contract=off -Iinclude -DCEPHPLAN_VERSION='"$(VERSION)"' -pthread
LIBRARIES = $(foreach p,$(PACKAGES),$(p) $(shell $(PKG_CONFIG) --modversion $(p)))
LIB_CFLAGS = $(shell $(PKG_CONFIG) --cflags $(PACKAGES))
LIB_LDLIBS = $(shell $(PKG_CONFIG) --libs $(PACKAGES)) -lm -pthread
SAN_LDFLAGS_san := -fsanitize=address,undefined
SAN_LDFLAGS := $(SAN_LDFLAGS_$(VARIANT))

SOURCES := $(sort $(wildcard src/*/*.c))
OBJECTS := $(SOURCES:src/%.c=$(OUT)/obj/%.o) $(OUT)/obj/embedded_data.o
LIB_OBJECTS := $(filter-out $(OUT)/obj/cli/main.o,$(OBJECTS))
TESTS := $(sort $(wildcard tests/test_*.c))
TEST_SUPPORT := $(sort $(wildcard tests/support/*.c))
TEST_BINARIES := $(TESTS:tests/%.c=$(OUT)/tests/%)
EMBEDDED := $(sort $(wildcard data/devices/*.yaml data/records/*.yaml models/*.yaml models/clusters/*.yaml))

.DEFAULT_GOAL := all
.PHONY: all help setup demo check check-fast bench lint plots install uninstall clean man floors

all: $(OUT)/cephplan

help:
	@echo "all          the program, $(OUT)/cephplan"
	@echo "demo         install missing libraries, build, estimate the example cluster"
	@echo "check        install missing libraries, build, run all tests"
	@echo "bench        speed and size, one JSON line a figure"
	@echo "lint         clang-format, clang-tidy, cppcheck, floors"
	@echo "plots        draw plots/ anew from plots/figures.txt"
	@echo "install      program, manual, completions, examples (PREFIX, DESTDIR)"
	@echo "uninstall    remove them"
	@echo "clean        remove build/"
	@echo "VARIANT=debug|release|san   BUILD=folder   CC=clang   WERROR=1"

setup:
	$(Q)sh .ci/setup

demo: setup
	$(Q)$(MAKE) --no-print-directory all
	$(Q)$(OUT)/cephplan estimate models/clusters/rbdbench.yaml --model all --chart $(OUT)/rbdbench.svg

check: setup
	$(Q)$(MAKE) --no-print-directory check-fast

check-fast: floors $(OUT)/cephplan $(TEST_BINARIES)
	$(Q)CEPHPLAN=$(OUT)/cephplan sh tests/run.sh $(TEST_BINARIES)

floors:
	$(Q)sh tests/floors.sh

# -- building --------------------------------------------------------------------------------------

$(OUT)/cephplan: $(OUT)/obj/cli/main.o $(OUT)/libcephplan.a
	$(Q)$(CC) $(CFLAGS) $(SAN_LDFLAGS) $(LDFLAGS) -o $@ $^ $(LIB_LDLIBS)

$(OUT)/libcephplan.a: $(LIB_OBJECTS)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

$(OUT)/obj/%.o: src/%.c Makefile
	@mkdir -p $(@D)
	$(Q)$(CC) $(CEPHPLAN_CFLAGS) $(LIB_CFLAGS) $(CFLAGS) $(CPPFLAGS) -MMD -MP -c -o $@ $<

$(OUT)/obj/cli/cmd_help.o: CPPFLAGS += -DCEPHPLAN_LIBRARIES='"$(strip $(LIBRARIES))"'

$(OUT)/embed: src/embed.c
	@mkdir -p $(@D)
	$(Q)$(CC) -std=c11 -O1 -Wall -Wextra -o $@ $<

$(OUT)/obj/embedded_data.c: $(OUT)/embed $(EMBEDDED) Makefile
	@mkdir -p $(@D)
	$(Q)$(OUT)/embed $(EMBEDDED) > $@.new && mv $@.new $@

$(OUT)/obj/embedded_data.o: $(OUT)/obj/embedded_data.c
	$(Q)$(CC) -std=c11 -O0 -Iinclude -c -o $@ $<

$(OUT)/tests/%: tests/%.c $(TEST_SUPPORT) $(OUT)/libcephplan.a
	@mkdir -p $(@D)
	$(Q)$(CC) $(CEPHPLAN_CFLAGS) -Itests $(LIB_CFLAGS) $(shell $(PKG_CONFIG) --cflags cmocka) $(CFLAGS) \
	    $(SAN_LDFLAGS) -MMD -MP -MF $@.d -o $@ $< $(TEST_SUPPORT) $(OUT)/libcephplan.a $(LIB_LDLIBS) \
	    $(shell $(PKG_CONFIG) --libs cmocka)

-include $(OBJECTS:.o=.d) $(TEST_BINARIES:=.d)

clean:
	$(Q)rm -rf build
