/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/many_hosts.h"

#include <stdio.h>

const char *many_hosts(struct arena *arena, int groups, size_t *size)
{
    const size_t room = (size_t)groups * MANY_HOSTS_GROUP_B + MANY_HOSTS_GROUP_B;
    char *text = arena_alloc(arena, room);
    size_t n = (size_t)snprintf(text, room, "cephplan: cluster/1\nhosts:\n");
    for (int i = 0; i < groups; i++)
        n += (size_t)snprintf(
            text + n, room - n,
            "- name: group%d\n"
            "  count: 3\n"
            "  rack: [r1, r2, r3]\n"
            "  cpu: {model: \"Xeon %d\", sockets: 2, cores: 20, threads: 40, ghz: 2.2}\n"
            "  ram: 128GiB\n"
            "  price: 4000 EUR\n"
            "  osds:\n"
            "    - count: 12\n"
            "      device:\n"
            "        class: hdd\n"
            "        capacity: 4TB\n"
            "        measurements:\n"
            "          - {rw: randread, bs: 4k, iodepth: 128, iops: 707, lat: 180ms}\n"
            "          - {rw: randwrite, bs: 4k, iodepth: 128, iops: 2730, lat: 46ms}\n"
            "      db: {device: class-nvme-plp-read, count: 1, size: 93GiB}\n"
            "    - {count: 2, device: class-nvme-plp-read, osds_per_device: 2}\n",
            i, i);
    *size = n;
    return text;
}
