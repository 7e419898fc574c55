/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The readers, one a format (or a family that shares its lines); the table of them is in
 * import_stream. */
#ifndef LOAD_IMPORT_READERS_H
#define LOAD_IMPORT_READERS_H

#include "load/import_data.h"

extern const struct import_reader import_fio_json_reader;
extern const struct import_reader import_fio_terse_reader;
extern const struct import_reader import_fio_text_reader;
extern const struct import_reader import_fio_cdm_reader;
extern const struct import_reader import_rados_reader;
extern const struct import_reader import_rados_json_reader;
extern const struct import_reader import_rbd_reader;
extern const struct import_reader import_osd_bench_reader;
extern const struct import_reader import_cdm_reader;
extern const struct import_reader import_sysbench_reader;
extern const struct import_reader import_dd_reader;
extern const struct import_reader import_ceph_tree_reader;
extern const struct import_reader import_ceph_tree_json_reader;
extern const struct import_reader import_ceph_df_reader;
extern const struct import_reader import_ceph_df_json_reader;
extern const struct import_reader import_ceph_pool_reader;
extern const struct import_reader import_ceph_pool_json_reader;
extern const struct import_reader import_ceph_meta_reader;
extern const struct import_reader import_crush_rule_reader;
extern const struct import_reader import_ec_profile_reader;

#endif
