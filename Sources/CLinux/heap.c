#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>

#include "include/linux_process.h"

enum { block_count = 32, block_size = 64 << 10 };

static void *fill_and_empty(void *unused) {
  (void)unused;
  // Below the size of blocks that get pages of their own.
  void *volatile blocks[block_count];
  for (int index = 0; index < block_count; index++) blocks[index] = malloc(block_size);
  for (int index = 0; index < block_count; index++) free(blocks[index]);
  return NULL;
}

int linux_prepare_heap(void) {
  // The default of eight heaps a core would keep six times the memory of two.
  mallopt(M_ARENA_MAX, 2);
  pthread_t thread;
  int failed = pthread_create(&thread, NULL, fill_and_empty, NULL);
  if (failed) return -failed;
  pthread_join(thread, NULL);
  return 0;
}
