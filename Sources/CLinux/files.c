#define _GNU_SOURCE
#include "linux_files.h"

#include <errno.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

_Static_assert(
  linux_all_seals == (F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL),
  "seals as the kernel numbers them"
);

int linux_outside_reserve(int descriptor) {
  struct rlimit limit;
  if (descriptor < 0 || getrlimit(RLIMIT_NOFILE, &limit) != 0) return descriptor;
  rlim_t reserve = limit.rlim_cur / 8;
  if (reserve > linux_reserved_descriptors) reserve = linux_reserved_descriptors;
  if ((rlim_t)descriptor < limit.rlim_cur - reserve) return descriptor;
  close(descriptor);
  errno = EMFILE;
  return -1;
}

// Written, not mapped: a file with a mapping that can be written can't be sealed against writing.
static int write_all(int file, const char *bytes, size_t count) {
  for (size_t start = 0; start < count;) {
    ssize_t written = write(file, bytes + start, count - start);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return -1;
    start += (size_t)written;
  }
  return 0;
}

int linux_sealed_memory_file(const char *name, const void *bytes, size_t count, int seals) {
  int file = linux_outside_reserve(memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (file < 0) return -errno;
  if (write_all(file, bytes, count) == 0 && fcntl(file, F_ADD_SEALS, seals) == 0)
    return file;
  int reason = errno;
  close(file);
  return -reason;
}

int linux_reopen_for_reading(int file) {
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  int copy = linux_outside_reserve(open(path, O_RDONLY | O_CLOEXEC));
  return copy < 0 ? -errno : copy;
}

int linux_map_for_reading(int file, size_t count, void **memory) {
  void *mapping = mmap(NULL, count, PROT_READ, MAP_SHARED, file, 0);
  if (mapping == MAP_FAILED) return -errno;
  *memory = mapping;
  return 0;
}

int linux_seals(int file) { return fcntl(file, F_GET_SEALS); }

int linux_is_socket(int file) {
  struct stat status;
  return fstat(file, &status) == 0 && S_ISSOCK(status.st_mode);
}

off_t linux_file_size(int file) {
  struct stat status;
  return fstat(file, &status) == 0 ? status.st_size : -1;
}
