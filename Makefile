# SPDX-License-Identifier: GPL-3.0-or-later
# cephplan: what a Ceph cluster will do before you buy it.
#
#   make demo      install what is missing, build, estimate a real 36-OSD cluster
#   make check     install what is missing, build, run all tests
#   make help      the other targets

VERSION := 0.1.0
VARIANT ?= release
CC ?= cc
# The compiler of what runs during the build; another one than CC when CC makes programs of another machine.
HOST_CC ?= $(CC)
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
TEST_OBJECTS := $(TEST_SUPPORT:tests/%.c=$(OUT)/tests/%.o)
TEST_BINARIES := $(TESTS:tests/%.c=$(OUT)/tests/%)
TEST_SCRIPTS := $(sort $(wildcard tests/test_*.sh))
EMBEDDED := $(sort $(wildcard data/devices/*.yaml data/records/*.yaml models/*.yaml models/clusters/*.yaml \
                               models/needs/*.yaml))

.DEFAULT_GOAL := all
.PHONY: all static help setup demo check check-fast check-long check-san floors documents install uninstall dist deb coverage lint tidy fuzz fuzz-ci fuzz-corpus fuzz-build fuzzers clean

all: $(OUT)/cephplan

help:
	@echo "all          the program, $(OUT)/cephplan"
	@echo "demo         install missing libraries, build, estimate the example cluster"
	@echo "check        install missing libraries, build, run all tests"
	@echo "check-fast   the tests alone, without set-up"
	@echo "check-long   the same with 10000 random clusters a property instead of 500"
	@echo "check-san    the tests under ASan and UBSan (clang), with fewer cases"
	@echo "lint         clang-format, clang-tidy, cppcheck, floors"
	@echo "fuzz         every reader and the command line against any bytes, SECONDS=60 each (ONLY=target; clang)"
	@echo "fuzz-ci      the same over all that is known, SECONDS=60 in all"
	@echo "fuzz-corpus  keep the smallest inputs that reach what no seed does (ONLY=target)"
	@echo "bench        speed and size, one JSON line a figure (ONLY=figure)"
	@echo "bench-compare OLD=FILE NEW=FILE   two runs of bench side by side"
	@echo "plots        draw plots/ anew from plots/figures.txt"
	@echo "readme       fill README.md with what the program prints"
	@echo "digits       the same answers from gcc and clang, unoptimized and optimized (ALSO=program)"
	@echo "coverage     lines that the tests run, by floor, and why not the rest (lcov; five minutes, CEPHPLAN_CASES=50)"
	@echo "install      program, manual, completions, examples (PREFIX, DESTDIR)"
	@echo "uninstall    remove them"
	@echo "static       $(OUT)/cephplan-static: YAML, GSL and jansson inside, cairo and pango shared"
	@echo "deb          a Debian package, looked at by lintian where it is installed"
	@echo "dist         $(DIST).tar.gz, the same bytes from the same files"
	@echo "clean        remove build/"
	@echo "VARIANT=debug|release|san   BUILD=folder   CC=clang   WERROR=1"

# The two commands of README.md use all processors, unless make was told how many.
JOBS = $(if $(findstring j,$(filter-out --%,$(MAKEFLAGS))),,-j$(shell getconf _NPROCESSORS_ONLN))

setup:
	$(Q)sh .ci/setup

demo: setup
	$(Q)$(MAKE) --no-print-directory $(JOBS) all
	$(Q)$(OUT)/cephplan estimate models/clusters/rbdbench.yaml --model all --chart $(OUT)/rbdbench.svg

check: setup
	$(Q)$(MAKE) --no-print-directory $(JOBS) check-fast

check-fast: floors $(OUT)/cephplan $(TEST_BINARIES)
	$(Q)CEPHPLAN=$(OUT)/cephplan MAKE="$(MAKE)" sh tests/run.sh $(TEST_SCRIPTS) $(TEST_BINARIES)

check-long:
	$(Q)CEPHPLAN_CASES=10000 $(MAKE) --no-print-directory check-fast

floors:
	$(Q)sh tests/floors.sh

readme: $(OUT)/cephplan
	$(Q)CEPHPLAN=$(OUT)/cephplan sh tests/readme.sh > $(OUT)/README.new && mv $(OUT)/README.new README.md

# -- building --------------------------------------------------------------------------------------

$(OUT)/cephplan: $(OUT)/obj/cli/main.o $(OUT)/libcephplan.a
	$(Q)$(CC) $(CFLAGS) $(SAN_LDFLAGS) $(LDFLAGS) -o $@ $^ $(LIB_LDLIBS)

# One file that runs on every Debian of its age or younger that has cairo and pango: those two, which come with
# the desktop, and the C library stay shared; distributions have no static pango.
STATIC_PACKAGES := yaml-0.1 gsl jansson
SHARED_PACKAGES := $(filter-out $(STATIC_PACKAGES),$(PACKAGES))

static: $(OUT)/cephplan-static

$(OUT)/cephplan-static: $(OUT)/obj/cli/main.o $(OUT)/libcephplan.a
	$(Q)$(CC) $(CFLAGS) $(SAN_LDFLAGS) $(LDFLAGS) -static-libgcc -o $@ $^ -Wl,-Bstatic \
	    $(filter-out -lm,$(shell $(PKG_CONFIG) --libs $(STATIC_PACKAGES))) -Wl,-Bdynamic \
	    $(shell $(PKG_CONFIG) --libs $(SHARED_PACKAGES)) -lm -pthread

$(OUT)/libcephplan.a: $(LIB_OBJECTS)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

$(OUT)/obj/%.o: src/%.c Makefile
	@mkdir -p $(@D)
	$(Q)$(CC) $(CEPHPLAN_CFLAGS) $(LIB_CFLAGS) $(CFLAGS) $(CPPFLAGS) -MMD -MP -c -o $@ $<

$(OUT)/obj/cli/cmd_help.o: CPPFLAGS += -DCEPHPLAN_LIBRARIES='"$(strip $(LIBRARIES))"'

$(OUT)/embed: src/embed.c
	@mkdir -p $(@D)
	$(Q)$(HOST_CC) -std=c11 -O1 -Wall -Wextra -o $@ $<

$(OUT)/obj/embedded_data.c: $(OUT)/embed $(EMBEDDED) Makefile
	@mkdir -p $(@D)
	$(Q)$(OUT)/embed $(EMBEDDED) > $@.new && mv $@.new $@

$(OUT)/obj/embedded_data.o: $(OUT)/obj/embedded_data.c
	$(Q)$(CC) -std=c11 -O0 -Iinclude -c -o $@ $<

.SECONDARY: $(TEST_OBJECTS)
TEST_CFLAGS = $(CEPHPLAN_CFLAGS) -Itests $(LIB_CFLAGS) $(shell $(PKG_CONFIG) --cflags cmocka) $(CFLAGS) $(CPPFLAGS)

$(OUT)/tests/%.o: tests/%.c Makefile
	@mkdir -p $(@D)
	$(Q)$(CC) $(TEST_CFLAGS) -MMD -MP -c -o $@ $<

$(OUT)/tests/%: tests/%.c $(TEST_OBJECTS) $(OUT)/libcephplan.a
	@mkdir -p $(@D)
	$(Q)$(CC) $(TEST_CFLAGS) $(SAN_LDFLAGS) $(LDFLAGS) -MMD -MP -MF $@.d -o $@ $< $(TEST_OBJECTS) $(OUT)/libcephplan.a \
	    $(LIB_LDLIBS) $(shell $(PKG_CONFIG) --libs cmocka)

# -- speed ------------------------------------------------------------------------------------------

.PHONY: bench bench-compare

# make bench > new.json; make bench ONLY='process engine_point.hdd' runs the figures that begin so.
bench: $(OUT)/cephplan $(OUT)/tests/bench
	$(Q)CEPHPLAN=$(OUT)/cephplan $(OUT)/tests/bench $(ONLY)

bench-compare:
	$(Q)sh tests/bench_compare.sh $(OLD) $(NEW)

# -- the same digits everywhere ----------------------------------------------------------------------

.PHONY: digits

DIGITS := gcc-O0 gcc-O3 clang-O0 clang-O3

# glibc rounds exp, log and pow otherwise where the processor multiplies and adds at once: both ways are asked.
# Another machine's program may be compared too: ALSO='qemu-aarch64 build/arm64/cephplan'.
UNFUSED := env GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4,-AVX2_Usable,-FMA_Usable,-FMA4_Usable
digits: $(OUT)/cephplan
	$(Q)for kind in $(DIGITS); do \
	    $(MAKE) --no-print-directory BUILD=build/digits/$$kind CC=$${kind%-O?} CFLAGS=-$${kind#*-} all || exit 1; done
	$(Q)sh tests/digits.sh $(OUT)/cephplan '$(UNFUSED) $(OUT)/cephplan' $(DIGITS:%=build/digits/%/cephplan) \
	    $(if $(ALSO),'$(ALSO)')

# -- figures ----------------------------------------------------------------------------------------

.PHONY: plots readme

plots: $(OUT)/cephplan
	$(Q)CEPHPLAN=$(OUT)/cephplan sh tests/plots.sh plots

# -- manual, completions, installation --------------------------------------------------------------

MAN1 := $(OUT)/share/cephplan.1
MAN5 := $(OUT)/share/cephplan.5
BASH_COMPLETION := $(OUT)/share/cephplan.bash
ZSH_COMPLETION := $(OUT)/share/_cephplan
EXAMPLES := $(sort $(wildcard models/clusters/*.yaml))
NEEDS := $(sort $(wildcard models/needs/*.yaml))
PRICES := $(sort $(wildcard data/catalogue-example/*.yaml))
PAPERS := $(wildcard README.md LICENSE)
FIGURES := $(sort $(wildcard plots/*.svg))

documents: $(MAN1) $(MAN5) $(BASH_COMPLETION) $(ZSH_COMPLETION)

$(MAN1): WORDS = man 1
$(MAN5): WORDS = man 5
$(BASH_COMPLETION): WORDS = completion bash
$(ZSH_COMPLETION): WORDS = completion zsh
$(MAN1) $(MAN5) $(BASH_COMPLETION) $(ZSH_COMPLETION): $(OUT)/cephplan
	@mkdir -p $(@D)
	$(Q)$(OUT)/cephplan $(WORDS) -o $@

# What goes where: uninstall and the test of both read these.
BIN_DIR = $(DESTDIR)$(PREFIX)/bin
SHARE_DIR = $(DESTDIR)$(PREFIX)/share
MAN1_DIR = $(SHARE_DIR)/man/man1
MAN5_DIR = $(SHARE_DIR)/man/man5
BASH_DIR = $(SHARE_DIR)/bash-completion/completions
ZSH_DIR = $(SHARE_DIR)/zsh/site-functions
EXAMPLE_DIR = $(SHARE_DIR)/cephplan/clusters
NEED_DIR = $(SHARE_DIR)/cephplan/needs
PRICE_DIR = $(SHARE_DIR)/cephplan/catalogue-example
PAPER_DIR = $(SHARE_DIR)/doc/cephplan
INSTALL ?= install

install: $(OUT)/cephplan documents
	$(Q)$(INSTALL) -d $(BIN_DIR) $(MAN1_DIR) $(MAN5_DIR) $(BASH_DIR) $(ZSH_DIR) $(EXAMPLE_DIR) \
	    $(NEED_DIR) $(PRICE_DIR) $(PAPER_DIR)/plots
	$(Q)$(INSTALL) -m 755 $(OUT)/cephplan $(BIN_DIR)/cephplan
	$(Q)$(INSTALL) -m 644 $(MAN1) $(MAN1_DIR)/cephplan.1
	$(Q)$(INSTALL) -m 644 $(MAN5) $(MAN5_DIR)/cephplan.5
	$(Q)$(INSTALL) -m 644 $(BASH_COMPLETION) $(BASH_DIR)/cephplan
	$(Q)$(INSTALL) -m 644 $(ZSH_COMPLETION) $(ZSH_DIR)/_cephplan
	$(Q)$(INSTALL) -m 644 $(EXAMPLES) $(EXAMPLE_DIR)
	$(Q)$(INSTALL) -m 644 $(NEEDS) $(NEED_DIR)
	$(Q)$(INSTALL) -m 644 $(PRICES) $(PRICE_DIR)
	$(Q)$(INSTALL) -m 644 $(PAPERS) $(PAPER_DIR)
	$(Q)$(if $(FIGURES),$(INSTALL) -m 644 $(FIGURES) $(PAPER_DIR)/plots)

uninstall:
	$(Q)rm -f $(BIN_DIR)/cephplan $(MAN1_DIR)/cephplan.1 $(MAN5_DIR)/cephplan.5 \
	    $(BASH_DIR)/cephplan $(ZSH_DIR)/_cephplan
	$(Q)rm -rf $(SHARE_DIR)/cephplan $(PAPER_DIR)

# -- distribution -----------------------------------------------------------------------------------

# The files are those that git knows; in an unpacked tarball, all of them. Their time is that of the
# last commit, which the tarball hands on to whoever packs it again.
DIST := cephplan-$(VERSION)
EPOCH = $(or $(SOURCE_DATE_EPOCH),$(shell [ -e .git ] && git log -1 --format=%ct || date -r Makefile +%s))

dist:
	@mkdir -p $(OUT)
	$(Q)if [ -e .git ]; then git ls-files; else \
	    find . \( -path ./build -o -path ./$(OUT) \) -prune -o -type f -print | sed 's,^\./,,'; fi | LC_ALL=C sort -u > $(OUT)/dist.list
	$(Q)tar -cf - --format=ustar --no-recursion --owner=0 --group=0 --numeric-owner --mode=u+rw,go=u,go-w \
	    --mtime=@$(EPOCH) --transform='s,^,$(DIST)/,' -T $(OUT)/dist.list | gzip -9n > $(OUT)/$(DIST).tar.gz
	@echo $(OUT)/$(DIST).tar.gz

# The package as Debian's own tools build it; lintian looks at it where it is installed.
deb: dist
	$(Q)sh .ci/deb $(OUT)/$(DIST).tar.gz $(VERSION) $(EPOCH) $(OUT)/deb

# -- coverage ---------------------------------------------------------------------------------------

# Without optimization, which merges lines; the counters are atomic because threads count too; fewer random cases run the
# same lines. Left out are the scripts that build, the one where writing fails (the counters would be what is not
# written), and of the two long comparisons of searches the one whose code the other runs too.
COVER := build/coverage
COVER_CFLAGS := -O0 -g --coverage -fprofile-update=atomic -DCOVERAGE
COVER_LEFT_OUT := tests/test_faults.sh tests/test_install.sh tests/test_setup.sh tests/test_size_answers.c

coverage:
	$(Q)find $(COVER) -name '*.gcda' -delete 2>/dev/null || true
	$(Q)CEPHPLAN_CASES=$${CEPHPLAN_CASES-50} TEST_SLOWNESS=10 $(MAKE) --no-print-directory BUILD=$(COVER) CC=gcc \
	    CFLAGS='$(COVER_CFLAGS)' TEST_SCRIPTS='$(filter-out $(COVER_LEFT_OUT),$(TEST_SCRIPTS))' \
	    TESTS='$(filter-out $(COVER_LEFT_OUT),$(TESTS))' check-fast
	$(Q)sh tests/coverage.sh $(COVER)

# -- lint -------------------------------------------------------------------------------------------

LINT := build/lint
HEADERS := $(sort $(wildcard include/*/*.h))
FORMATTED := $(SOURCES) src/embed.c $(HEADERS) $(sort $(wildcard tests/*.c tests/*/*.[ch]))
TIDY := $(SOURCES:%.c=$(LINT)/%.tidy)
# What this analyzer finds in the first thirty thousand nodes of a function, it finds in a second.
TIDY_CFLAGS = $(CEPHPLAN_CFLAGS) -DCEPHPLAN_LIBRARIES='""' $(LIB_CFLAGS) \
              -Xclang -analyzer-config -Xclang max-nodes=30000
# Off: advice against readdir, which POSIX takes back; a fault of its own parser; arrays that are
# filled in place or by a call, which the compilers, clang-tidy and valgrind watch better.
CPPCHECK := cppcheck -q --enable=warning,performance,portability --error-exitcode=1 --inline-suppr \
            --suppress=readdirCalled --suppress=internalAstError --suppress=uninitvar \
            --suppress=ctuuninitvar --suppress=missingIncludeSystem \
            --std=c11 --library=posix -D_POSIX_C_SOURCE=200809L -Iinclude

lint: floors
	$(Q)clang-format --dry-run --Werror $(FORMATTED)
	$(Q)$(MAKE) --no-print-directory -j$$(getconf _NPROCESSORS_ONLN) tidy
	@mkdir -p $(LINT)/cppcheck
	$(Q)$(CPPCHECK) -j$$(getconf _NPROCESSORS_ONLN) --cppcheck-build-dir=$(LINT)/cppcheck src

tidy: $(TIDY)

$(LINT)/%.tidy: %.c $(HEADERS) .clang-tidy
	@mkdir -p $(@D)
	$(Q)said=$$(clang-tidy --quiet $< -- $(TIDY_CFLAGS) 2>&1) || { echo "$$said"; exit 1; }
	@touch $@

# -- fuzzing ----------------------------------------------------------------------------------------

FUZZ := build/fuzz
FUZZERS := $(patsubst tests/fuzz/fuzz_%.c,$(OUT)/fuzz/%,$(sort $(wildcard tests/fuzz/fuzz_*.c)))
FUZZ_CFLAGS := -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
FUZZ_SUPPORT := tests/fuzz/fuzz.c tests/fuzz/imported.c
SECONDS ?= 60

fuzz: fuzz-build
	$(Q)sh tests/fuzz/run.sh $(FUZZ) $(SECONDS) $(ONLY)

# What a continuous check runs: all that is known, then SECONDS of fuzzing in all.
fuzz-ci: fuzz-build
	$(Q)sh tests/fuzz/ci.sh $(FUZZ) $(SECONDS)

# What fuzzing has learned, for others to start from.
fuzz-corpus: fuzz-build
	$(Q)sh tests/fuzz/corpus.sh $(FUZZ) $(ONLY)

fuzz-build:
	$(Q)$(MAKE) --no-print-directory BUILD=$(FUZZ) CC=clang CFLAGS='$(FUZZ_CFLAGS)' fuzzers

# The tests under ASan and UBSan, on the objects that the fuzz targets are made of: fewer random cases, of the scripts
# the one that calls every command, and without the long comparisons of searches, the documents at the ends and what
# waits for a terminal, whose code others run too. All of it:
# make CC=clang VARIANT=san check-fast.
check-san:
	$(Q)CEPHPLAN_CASES=$${CEPHPLAN_CASES-60} $(MAKE) --no-print-directory BUILD=$(FUZZ) CC=clang VARIANT=san \
	    CFLAGS='$(FUZZ_CFLAGS)' TEST_SCRIPTS=tests/test_cli.sh \
	    TESTS='$(filter-out tests/test_size%.c tests/test_extremes.c tests/test_terminal.c,$(TESTS))' check-fast

fuzzers: $(FUZZERS)

# The whole program opens no file for writing when it is fuzzed.
$(OUT)/fuzz/command: FUZZ_LDFLAGS := $(foreach f,fopen mkstemp rename unlink mkdir opendir scandir,-Wl,--wrap=$(f))

$(OUT)/fuzz/%: tests/fuzz/fuzz_%.c $(FUZZ_SUPPORT) $(OUT)/libcephplan.a
	@mkdir -p $(@D)
	$(Q)$(CC) $(CEPHPLAN_CFLAGS) -Itests $(LIB_CFLAGS) $(CFLAGS) $(FUZZ_LDFLAGS) -fsanitize=fuzzer -MMD -MP -MF $@.d \
	    -o $@ $< $(FUZZ_SUPPORT) $(OUT)/libcephplan.a $(LIB_LDLIBS)

-include $(OBJECTS:.o=.d) $(TEST_OBJECTS:.o=.d) $(TEST_BINARIES:=.d) $(FUZZERS:=.d)

clean:
	$(Q)rm -rf build
