// Latencies in buckets that grow with them: 64 a doubling, so a value is known to 1.6 %.
#ifndef FEEDRPC_BENCH_HISTOGRAM_H
#define FEEDRPC_BENCH_HISTOGRAM_H

#include <stdint.h>
#include <string.h>

enum {
  histogram_step_bits = 6,
  histogram_bucket_count = (64 - histogram_step_bits + 1) << histogram_step_bits,
};

struct histogram {
  uint64_t counts[histogram_bucket_count];
  uint64_t total;
  uint64_t maximum;
};

// Values below 128 have a bucket each; above, the leading 7 bits say which one.
static inline uint32_t histogram_bucket(uint64_t value) {
  if (value < 2 << histogram_step_bits) return (uint32_t)value;
  uint32_t shift = 63 - (uint32_t)__builtin_clzll(value) - histogram_step_bits;
  return (uint32_t)((shift << histogram_step_bits) + (value >> shift));
}

static inline uint64_t histogram_lowest(uint32_t bucket) {
  if (bucket < 2 << histogram_step_bits) return bucket;
  uint32_t shift = (bucket >> histogram_step_bits) - 1;
  return (uint64_t)(bucket - (shift << histogram_step_bits)) << shift;
}

static inline void histogram_add(struct histogram *histogram, uint64_t value) {
  histogram->counts[histogram_bucket(value)]++;
  histogram->total++;
  if (value > histogram->maximum) histogram->maximum = value;
}

// The value that `share` of all do not exceed, to a bucket's width; 0 where there are none.
static inline uint64_t histogram_quantile(const struct histogram *histogram, double share) {
  double rank = share * (double)histogram->total;
  uint64_t wanted = (uint64_t)rank, sum = 0;
  if ((double)wanted == rank && wanted > 0) wanted--;
  for (uint32_t bucket = 0; bucket < histogram_bucket_count; bucket++) {
    sum += histogram->counts[bucket];
    if (sum > wanted) return histogram_lowest(bucket);
  }
  return histogram->maximum;
}

#endif
