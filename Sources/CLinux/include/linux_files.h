// Memory files.
#pragma once

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/types.h>

// The seals of a file that nobody can change in any way, for good: against other seals, shrinking,
// growing and writing.
enum { linux_all_seals = 1 | 2 | 4 | 8 };

// Descriptors that stay free for code that does not open them here, an eighth of the limit at most:
// libdispatch, which runs Swift's tasks, reads files of /proc and ends the process where it can't.
enum { linux_reserved_descriptors = 16 };

// Gives a new `descriptor` where it leaves the reserve alone; else closes it and gives -1, EMFILE.
// Negative ones are given back as they are.
int linux_outside_reserve(int descriptor);

// Makes a memory file that holds a copy of `count` bytes, close-on-exec, with `seals`. Gives the
// descriptor, or the negated errno of the call that failed.
int linux_sealed_memory_file(const char *name, const void *bytes, size_t count, int seals);

// Opens what `file` is open on once more, for reading only, with an offset of its own. Gives the
// descriptor, which is close-on-exec, or the negated errno.
int linux_reopen_for_reading(int file);

// Maps the first `count` bytes of `file` for reading, for everybody to see the same: 0, or the
// negated errno.
int linux_map_for_reading(int file, size_t count, void **memory);

// The seals of a memory file; negative for what has none, as everything that is no memory file.
int linux_seals(int file);

// Whether a descriptor is a socket: 1, or 0.
int linux_is_socket(int file);

// The size of a file in bytes; negative where it can't be told.
off_t linux_file_size(int file);
