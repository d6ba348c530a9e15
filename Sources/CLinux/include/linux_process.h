// Worker processes: their sockets, the memory they share, their start and their end.
//
// These functions answer with 0 or more, or with the negated errno of the call that failed.
#pragma once

#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/auxv.h>
#include <sys/types.h>

// The descriptor at which a worker finds its socket.
static const int linux_worker_socket = 3;

// Makes a pair of connected Unix sockets that keep message boundaries, both close-on-exec.
int linux_message_socket_pair(int sockets[2]);

// Whether `descriptor` is a Unix socket that keeps message boundaries.
int linux_is_message_socket(int descriptor);

// Descriptors that can come with a message; the kernel drops further ones.
enum { linux_passed_limit = 2 };

// Sends one message with copies of the `passed` descriptors. Never raises SIGPIPE. Gives the bytes
// sent.
ssize_t linux_send_message(int socket, const void *bytes, size_t count, const int *passed,
                           size_t passed_count);

// Waits for one message and the descriptors that come with it, which are close-on-exec and the
// caller's to close; `passed` has room for `linux_passed_limit`. Gives its size, 0 at the end of
// the connection, and -EMSGSIZE for a message longer than `capacity`.
ssize_t linux_receive_message(int socket, void *bytes, size_t capacity, int *passed,
                              size_t *passed_count);

// Takes one message that is there, or fails with -EAGAIN. Descriptors that come with it are
// dropped by the kernel; a message longer than `capacity` is -EMSGSIZE.
ssize_t linux_take_message(int socket, void *bytes, size_t capacity);

// Makes a memory file of `count` bytes, close-on-exec, whose size nobody can change any more.
int linux_fixed_memory_file(const char *name, size_t count);

// Checks that `descriptor` is a file of `count` bytes that can not get shorter.
int linux_check_fixed_memory_file(int descriptor, size_t count);

// Starts `path` with nothing of this process but standard error and `socket`, which it finds at
// `linux_worker_socket`; standard input and output are /dev/null. It gets default signals, an
// empty signal mask and a process group of its own. Gives the process id.
pid_t linux_spawn_worker(const char *path, char *const arguments[], char *const environment[],
                         int socket);

// Ends a child with SIGKILL and collects it, waiting at most `timeout_milliseconds`: then
// -ETIMEDOUT. A child that somebody else has collected is 0 too.
int linux_end_child(pid_t child, int timeout_milliseconds);

// Waits for one of two descriptors to become readable: bits 1 and 2 say which, 0 is the end of
// the time. Without `timeout_nanoseconds` (negative) it waits for ever. A negative descriptor is
// ignored.
int linux_wait_readable(int first, int second, int64_t timeout_nanoseconds);

// Asks the kernel to end this process with `signal` when the thread that started it ends, and to
// keep its memory out of core dumps and other processes' reach.
int linux_bind_to_parent(int signal);

// Gives this process two heaps, and has the second one shrink once: the C library then reads
// /proc/sys/vm/overcommit_memory, and remembers what it says, while files can be opened. It must
// come before anything else allocates much.
int linux_prepare_heap(void);

// Limits what this process may use of `resource` (RLIMIT_...), softly and for good.
int linux_limit(int resource, uint64_t soft, uint64_t hard);

// Names the calling thread; the kernel keeps 15 bytes.
void linux_name_thread(const char *name);

// One shared library that is loaded into this process.
typedef struct {
  // The path it was loaded from.
  const char *path;
  // The identity the linker gave its contents; null where it gave none.
  const uint8_t *build_id;
  size_t build_id_count;
} linux_loaded_library;

// Calls `visit` for each shared library of this process, in the order of loading; the program
// itself and the kernel's own page are left out. What it is given lives only during the call.
void linux_visit_loaded_libraries(void (*visit)(const linux_loaded_library *library, void *context),
                                  void *context);
