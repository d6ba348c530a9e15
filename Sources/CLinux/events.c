#define _GNU_SOURCE
#include <pthread.h>

#include "linux_events.h"

void linux_set_thread_name(const char *name) { pthread_setname_np(pthread_self(), name); }
