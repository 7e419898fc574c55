/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The forms are those of fio/stat.c and ceph/src/common/obj_bencher.cc. */
#include "support/big_output.h"

static void latency(FILE *out, const char *name, double mean, bool bins, const char *after)
{
    static const char *const ranks[] = {
        "1.000000",  "5.000000",  "10.000000", "20.000000", "30.000000", "40.000000",
        "50.000000", "60.000000", "70.000000", "80.000000", "90.000000", "95.000000",
        "99.000000", "99.500000", "99.900000", "99.950000", "99.990000"};
    enum { RANKS = sizeof ranks / sizeof ranks[0], BINS = 700 };
    (void)fprintf(out,
                  "        \"%s\" : {\n          \"min\" : %.0f,\n          \"max\" : %.0f,\n"
                  "          \"mean\" : %f,\n          \"stddev\" : %f,\n          \"N\" : 54990",
                  name, mean / 10, mean * 90, mean, mean * 1.7);
    if (bins) {
        (void)fprintf(out, ",\n          \"bins\" : {\n");
        for (int i = 0; i < BINS; i++)
            (void)fprintf(out, "            \"%d\" : %d%s\n", 14400 + 128 * i, 1 + i * 7919 % 900,
                          i + 1 < BINS ? "," : "");
        (void)fprintf(out, "          }");
    }
    if (name[0] == 'c') {
        (void)fprintf(out, ",\n          \"percentile\" : {\n");
        for (int i = 0; i < RANKS; i++)
            (void)fprintf(out, "            \"%s\" : %.0f%s\n", ranks[i],
                          mean * (0.3 + 0.15 * i * i / 4), i + 1 < RANKS ? "," : "");
        (void)fprintf(out, "          }");
    }
    (void)fprintf(out, "\n        }%s\n", after);
}

static void direction(FILE *out, const char *name, int job, bool bins)
{
    double iops = 18323.892036 + job, mean = 193786.174886 + 10.0 * job;
    (void)fprintf(out,
                  "      \"%s\" : {\n        \"io_bytes\" : %.0f,\n        \"io_kbytes\" : %.0f,\n"
                  "        \"bw_bytes\" : %.0f,\n        \"bw\" : %.0f,\n        \"iops\" : %f,\n"
                  "        \"runtime\" : 60001,\n        \"total_ios\" : %.0f,\n"
                  "        \"short_ios\" : 0,\n        \"drop_ios\" : 0,\n",
                  name, iops * 4096 * 60.001, iops * 4 * 60.001, iops * 4096, iops * 4, iops,
                  iops * 60.001);
    latency(out, "slat_ns", mean / 50, false, ",");
    latency(out, "clat_ns", mean, bins, ",");
    latency(out, "lat_ns", mean * 1.02, bins, ",");
    (void)fprintf(out,
                  "        \"bw_min\" : 65320,\n        \"bw_max\" : 84992,\n"
                  "        \"bw_agg\" : 25.764917,\n        \"bw_mean\" : 69923.200000,\n"
                  "        \"bw_dev\" : 8483.396678,\n        \"bw_samples\" : 119,\n"
                  "        \"iops_min\" : 16330,\n        \"iops_max\" : 21248,\n"
                  "        \"iops_mean\" : 17480.800000,\n        \"iops_stddev\" : 2120.849170,\n"
                  "        \"iops_samples\" : 119\n      },\n");
}

static void spread(FILE *out, const char *name, const char *const *keys, const char *after)
{
    (void)fprintf(out, "      \"%s\" : {\n", name);
    for (int i = 0; keys[i] != NULL; i++)
        (void)fprintf(out, "        \"%s\" : %f%s\n", keys[i], i == 1 ? 98.5 : 0.1 * i,
                      keys[i + 1] != NULL ? "," : "");
    (void)fprintf(out, "      }%s\n", after);
}

static void job_end(FILE *out, const char *after)
{
    static const char *const levels[] = {"1", "2", "4", "8", "16", "32", ">=64", NULL};
    static const char *const nano[] = {"2", "4", "10", "20", "50", "100", "250", "500", NULL};
    static const char *const milli[] = {"2",   "4",   "10",  "20",   "50",   "100",
                                        "250", "500", "750", "1000", "2000", NULL};
    (void)fprintf(out, "      \"job_runtime\" : 60001,\n      \"usr_cpu\" : 1.432189,\n"
                       "      \"sys_cpu\" : 4.310956,\n      \"ctx\" : 1096281,\n"
                       "      \"majf\" : 0,\n      \"minf\" : 14,\n");
    spread(out, "iodepth_level", levels, ",");
    spread(out, "iodepth_submit", levels, ",");
    spread(out, "iodepth_complete", levels, ",");
    spread(out, "latency_ns", nano, ",");
    spread(out, "latency_us", nano, ",");
    spread(out, "latency_ms", milli, ",");
    (void)fprintf(out,
                  "      \"latency_depth\" : 32,\n      \"latency_target\" : 0,\n"
                  "      \"latency_percentile\" : 100.000000,\n      \"latency_window\" : 0\n"
                  "    }%s\n",
                  after);
}

void big_fio_json(FILE *out, int jobs, bool bins)
{
    (void)fprintf(out, "{\n  \"fio version\" : \"fio-3.36\",\n  \"timestamp\" : 1711964927,\n"
                       "  \"timestamp_ms\" : 1711964927676,\n"
                       "  \"time\" : \"Mon Apr  1 09:48:47 2024\",\n  \"jobs\" : [\n");
    for (int i = 0; i < jobs; i++) {
        (void)fprintf(out,
                      "    {\n      \"jobname\" : \"mix-%d\",\n      \"groupid\" : %d,\n"
                      "      \"job_start\" : %.0f,\n      \"error\" : 0,\n      \"eta\" : 0,\n"
                      "      \"elapsed\" : 61,\n      \"job options\" : {\n"
                      "        \"name\" : \"mix-%d\",\n        \"filename\" : \"/dev/nvme0n1\",\n"
                      "        \"rw\" : \"randrw\",\n        \"bs\" : \"4k\",\n"
                      "        \"iodepth\" : \"32\",\n        \"ioengine\" : \"libaio\",\n"
                      "        \"direct\" : \"1\",\n        \"runtime\" : \"60\"\n      },\n",
                      i, i / 4, 1711964867000.0 + 61000.0 * (i / 4), i);
        direction(out, "read", i, bins);
        direction(out, "write", i, bins);
        job_end(out, i + 1 < jobs ? "," : "");
    }
    (void)fprintf(out, "  ]\n}\n");
}

double big_rados_log(FILE *out, double bytes)
{
    enum { A_SECOND = 49, HEADING = 20 };
    const char *heading = "  sec Cur ops   started  finished  avg MB/s  cur MB/s last lat(s)  avg "
                          "lat(s)\n";
    double size = 0, sec = 0;
    size += fprintf(out, "hints = 1\nMaintaining 16 concurrent writes of 4194304 bytes to objects "
                         "of size 4194304 for up to 1000000 seconds or 0 objects\n"
                         "Object prefix: benchmark_data_ceph1_12345\n");
    while (size < bytes) {
        if ((long)sec % HEADING == 0)
            size += fprintf(out, "%s", heading);
        sec++;
        size += fprintf(out, "%5.0f      16 %9.0f %9.0f %9.6g %9.6g %11.6g %11.6g\n", sec,
                        A_SECOND * sec + 16, A_SECOND * sec, A_SECOND * 4.0, A_SECOND * 4.0,
                        0.187315, 0.326531);
    }
    (void)fprintf(out,
                  "Total time run:         %g\nTotal writes made:      %.0f\n"
                  "Write size:             4194304\nObject size:            4194304\n"
                  "Bandwidth (MB/sec):     %g\nStddev Bandwidth:       3.01\n"
                  "Max bandwidth (MB/sec): 204\nMin bandwidth (MB/sec): 188\n"
                  "Average IOPS:           %d\nStddev IOPS:            0\n"
                  "Max IOPS:               51\nMin IOPS:               47\n"
                  "Average Latency(s):     0.326531\nStddev Latency(s):      0.1\n"
                  "Max latency(s):         1.1\nMin latency(s):         0.03\n",
                  sec, A_SECOND * sec, A_SECOND * 4.0, A_SECOND);
    return A_SECOND * sec;
}
