// epoll, eventfd and signalfd, and the thread that waits for them.
#pragma once

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>

/// Names the calling thread; at most 15 bytes and a NUL.
void linux_set_thread_name(const char *name);
