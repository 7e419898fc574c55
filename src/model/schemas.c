/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/schemas.h"

#include "model/need.h"

const struct schema *const all_schemas[] = {
    &cluster_schema,     &ceph_schema,         &host_schema,        &cpu_schema,
    &osd_schema,         &side_schema,         &network_schema,     &pool_schema,
    &tier_schema,        &clients_schema,      &ratios_schema,      &workload_schema,
    &measured_schema,    &source_schema,       &device_schema,      &device_power_schema,
    &measurement_schema, &need_schema,         &need_load_schema,   &need_failure_schema,
    &need_limits_schema, &need_choices_schema, &need_host_schema,   &need_device_schema,
    &need_db_schema,     &need_network_schema, &need_scheme_schema, NULL};

const struct schema *const document_schemas[] = {&cluster_schema, &device_schema, &need_schema,
                                                 NULL};
