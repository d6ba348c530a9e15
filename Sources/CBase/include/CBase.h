// Two things that cost Swift a lock or a system library's detour, for the path of every call.
#pragma once

#include <stdint.h>

// Reads and writes a number that several threads use, in no order to other memory.
static inline int32_t base_read(const int32_t *number) {
  return __atomic_load_n(number, __ATOMIC_RELAXED);
}

static inline void base_write(int32_t *number, int32_t value) {
  __atomic_store_n(number, value, __ATOMIC_RELAXED);
}

// What the calling thread keeps for later, one pointer, and whether its end destroys that.
extern _Thread_local void *base_kept;
extern _Thread_local int base_destroys_kept;

// Whether the calling thread keeps something: 1, or 0.
static inline int base_keeps(void) { return base_kept != 0; }

// Takes what the thread keeps; NULL where it keeps nothing.
static inline void *base_take_kept(void) {
  void *kept = base_kept;
  base_kept = 0;
  return kept;
}

// Sees to it that `destroy` is called with what the calling thread keeps when it ends; always the
// same function. Gives 0, or the error's number.
int base_destroy_kept_with(void (*destroy)(void *));

// Keeps `value`, which `destroy` ends with the thread; for the time until it is taken. Gives 0, or
// an error's number: nothing is kept then.
static inline int base_keep(void *value, void (*destroy)(void *)) {
  if (!base_destroys_kept) {
    int error = base_destroy_kept_with(destroy);
    if (error != 0) return error;
  }
  base_kept = value;
  return 0;
}
