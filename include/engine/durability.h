/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How likely data is lost within a year, when devices fail independently of each other.
 *
 * The shards of one placement group are a birth-death chain: i of n shards missing, the next fails
 * with rate (n - i) lambda, the last one missing is rebuilt with rate mu = 1/T; more than n - k
 * missing is loss. The mean time to it is exact (first-passage times, no cancellation):
 *
 *     h_0 = 1/(n lambda),   h_i = (1 + mu h_(i-1)) / ((n - i) lambda),   MTTDL = h_0 + .. + h_m
 *
 * which for mu >> lambda is the published mu^m / prod (n - i) lambda. A pool loses data when one of
 * its distinct sets of devices does. More groups use more sets, but every group is rebuilt by all
 * OSDs together, so that T shrinks with them (declustering): T is taken from engine/recovery.
 *
 * NOT included: failures with a common cause (host, rack, power, batch, firmware, an operator's
 * hand), read errors found during a rebuild, silent corruption. They dominate in practice: take the
 * result as a lower bound of the loss. Symbols: n shards, k needed, m = n - k, T repair time,
 * lambda failures per device and second. */
#ifndef ENGINE_DURABILITY_H
#define ENGINE_DURABILITY_H

/* Failures per second of a device with that annualised failure rate (probability within a year). */
double durability_rate(double afr_per_year);

/* Mean seconds until more than `survived` of n shards are missing at once. */
double durability_mttdl_s(int n, int survived, double rate_per_s, double repair_s);

/* Distinct sets of devices that `groups` placement groups use, in expectation, when every set of n
 * of the `domains` domains with `osds_each` OSDs each is as likely: S (1 - (1 - 1/S)^groups).
 * Domains of unequal size are taken as equal, which overstates the sets, and the loss, a little. */
double durability_sets(int n, double domains, double osds_each, double groups);

/* Probability of a loss within a year: 1 - exp(-sets year / MTTDL). */
double durability_loss_per_year(double mttdl_s, double sets);

#endif
