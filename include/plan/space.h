/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Everything that a needs document lets be built: hosts x devices x devices a host x DB devices x
 * networks x schemes x numbers of hosts, and the engine's numbers of each without a document.
 *
 * A family is what differs in the number of hosts alone. All families of one kind (host, device, DB
 * device, network, scheme) share the engine's inputs, made once from a document; counts are put in
 * afterwards. A test holds them equal to those of the document itself. */
#ifndef PLAN_SPACE_H
#define PLAN_SPACE_H

#include "engine/estimate.h"
#include "model/advice.h"
#include "model/planning.h"
#include "plan/design.h"

enum { SPACE_LOADS_MAX = 16 };

/* What a family is of: the engine's inputs of every load for one host with one device. */
struct space_kind {
    struct engine_inputs *in;   /* [n_loads] */
    struct engine_group *group; /* [n_loads] */
    double *log_sd_low;         /* [n_loads]: no range is narrower */
    double *log_sd_lost;        /* [n_loads]: nor with something lost */
    bool threads_known;         /* group.threads are those of the host */
};

struct space_family {
    int kind;
    struct design design; /* with the fewest hosts */
    int most_hosts;
    int osds_per_host;
    double host_cost, host_W; /* of a host with its devices; NaN: not known */
    int host_devices;
    bool steady; /* throughput never falls with a further host; see space_steady_from */
};

struct space {
    const struct need *need;
    const struct engine_model *model;
    const struct planning *planning;
    const struct advice *advice;
    struct draws draws;
    struct workload *loads; /* [n_loads] as documents have them */
    int n_loads;
    double stored_B; /* to be held at the horizon; NaN: not asked */
    bool priced;     /* every part has a price: cost is the objective; else devices, then hosts */
    const char *unpriced; /* a part without a price; NULL: none */
    bool powered;
    char currency[4];
    struct space_kind *kinds;
    int n_kinds;
    struct space_family *families;
    int n_families;
    double candidates; /* designs in the space */
    double *safe;      /* safe fill over the capacity of an OSD, by scheme, OSDs per host, hosts */
    int safe_osds, safe_hosts;
    const char *left_out; /* why some choices do not fit together; NULL: all do */
};

/* What stands behind a space. */
struct space_question {
    const struct need *need;
    const struct engine_model *model;
    const struct planning *planning;
    const struct advice *advice;
    struct draws draws;
};

/* Fills the space; all of it in the arena. ERR_INPUT when nothing that is listed fits together,
 * with the reason; ERR_MODEL when there is too much of it. Cost: some microseconds a family, some
 * a scheme x OSDs per host x hosts. */
bool space_make(const struct space_question *question, struct arena *arena, struct space *space,
                struct err *err);

/* The design of a family with so many hosts. */
struct design space_design(const struct space_family *family, int hosts);

/* Client bytes that it holds safely (engine/capacity: safe fill). */
double space_safe_B(const struct space *space, const struct space_family *family, int hosts);

/* What fails at a time: hosts, or an OSD of one that has more. The OSD is taken from all hosts
 * alike, as if one were a little smaller. */
struct space_loss {
    int hosts, osds;
};
struct space_loss space_loss_of(const struct space *space, const struct space_family *family,
                                int hosts);

/* The engine's inputs of a load: what the document of that design would give. With a loss: what is
 * left of it, copies that find no host of their own left out. `group` must outlive `in`. */
void space_inputs(const struct space *space, const struct space_family *family, int hosts, int load,
                  const struct space_loss *loss, struct engine_inputs *in,
                  struct engine_group *group);

/* The same for inputs that space_inputs filled for another number of hosts of this family. */
void space_resize(const struct space *space, const struct space_family *family, int hosts, int load,
                  const struct space_loss *loss, struct engine_inputs *in,
                  struct engine_group *group);

/* From so many hosts on a steady family never gets slower with a further host: one-host clusters,
 * and those too small to place every copy after the loss, are exceptions. */
int space_steady_from(const struct space *space, const struct space_family *family);

#endif
