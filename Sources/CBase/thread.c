#include <pthread.h>

#include "CBase.h"

_Thread_local void *base_kept;
_Thread_local int base_destroys_kept;

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int key_error;
static void (*destroy_kept)(void *);

static void end_thread(void *unused) {
  (void)unused;
  base_destroys_kept = 0;
  void *kept = base_take_kept();
  if (kept != 0) __atomic_load_n(&destroy_kept, __ATOMIC_RELAXED)(kept);
}

static void make_key(void) { key_error = pthread_key_create(&key, end_thread); }

int base_destroy_kept_with(void (*destroy)(void *)) {
  pthread_once(&once, make_key);
  if (key_error != 0) return key_error;
  __atomic_store_n(&destroy_kept, destroy, __ATOMIC_RELAXED);
  // Any value but NULL has the key's function called.
  int error = pthread_setspecific(key, &key);
  base_destroys_kept = error == 0;
  return error;
}
