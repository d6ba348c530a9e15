#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "include/linux_files.h"
#include "include/linux_process.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

// What a call gave, or the negated reason why it failed.
static ssize_t answer(ssize_t result) { return result < 0 ? -errno : result; }

int linux_message_socket_pair(int sockets[2]) {
  return (int)answer(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets));
}

int linux_is_message_socket(int descriptor) {
  int domain = 0, type = 0;
  socklen_t count = sizeof domain;
  if (getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &count) < 0) return 0;
  count = sizeof type;
  if (getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &count) < 0) return 0;
  return domain == AF_UNIX && type == SOCK_SEQPACKET;
}

// Room for passed descriptors, aligned as the kernel wants it.
typedef union {
  struct cmsghdr header;
  char bytes[CMSG_SPACE(sizeof(int) * linux_passed_limit)];
} control_buffer;

ssize_t linux_send_message(int socket, const void *bytes, size_t count, const int *passed,
                           size_t passed_count) {
  if (passed_count > linux_passed_limit) return -EINVAL;
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  control_buffer control;
  if (passed_count > 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = control.bytes;
    message.msg_controllen = CMSG_SPACE(sizeof *passed * passed_count);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof *passed * passed_count);
    memcpy(CMSG_DATA(header), passed, sizeof *passed * passed_count);
  }
  ssize_t sent;
  do {
    sent = sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
  } while (sent < 0 && errno == EINTR);
  return answer(sent);
}

ssize_t linux_receive_message(int socket, void *bytes, size_t capacity, int *passed,
                              size_t *passed_count) {
  struct iovec part = {.iov_base = bytes, .iov_len = capacity};
  control_buffer control;
  struct msghdr message = {
      .msg_iov = &part,
      .msg_iovlen = 1,
      .msg_control = control.bytes,
      .msg_controllen = sizeof control.bytes,
  };
  *passed_count = 0;
  ssize_t received;
  do {
    received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  } while (received < 0 && errno == EINTR);
  if (received < 0) return -errno;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
    *passed_count = (header->cmsg_len - CMSG_LEN(0)) / sizeof *passed;
    memcpy(passed, CMSG_DATA(header), sizeof *passed * *passed_count);
  }
  return message.msg_flags & MSG_TRUNC ? -EMSGSIZE : received;
}

ssize_t linux_take_message(int socket, void *bytes, size_t capacity) {
  ssize_t received;
  do {
    received = recv(socket, bytes, capacity, MSG_DONTWAIT | MSG_TRUNC);
  } while (received < 0 && errno == EINTR);
  return received > (ssize_t)capacity ? -EMSGSIZE : answer(received);
}

int linux_fixed_memory_file(const char *name, size_t count) {
  int file = linux_outside_reserve(memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (file < 0) return -errno;
  if (ftruncate(file, (off_t)count) == 0 &&
      fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0)
    return file;
  int reason = errno;
  close(file);
  return -reason;
}

int linux_check_fixed_memory_file(int descriptor, size_t count) {
  int seals = fcntl(descriptor, F_GET_SEALS);
  // fstat would take a system call that can also look at paths.
  off_t size = lseek(descriptor, 0, SEEK_END);
  if (seals < 0 || size < 0) return -errno;
  return (seals & F_SEAL_SHRINK) && (size_t)size == count ? 0 : -EINVAL;
}

static int prepare_files(posix_spawn_file_actions_t *files, int socket) {
  // The socket first: it may itself be at 0 or 1 where this process was started without them.
  int failed = posix_spawn_file_actions_adddup2(files, socket, linux_worker_socket);
  if (!failed) failed = posix_spawn_file_actions_addopen(files, 0, "/dev/null", O_RDONLY, 0);
  if (!failed) failed = posix_spawn_file_actions_addopen(files, 1, "/dev/null", O_WRONLY, 0);
  if (!failed) failed = posix_spawn_file_actions_addclosefrom_np(files, linux_worker_socket + 1);
  return failed;
}

static int prepare_attributes(posix_spawnattr_t *attributes) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  int failed = posix_spawnattr_setsigmask(attributes, &none);
  if (!failed) failed = posix_spawnattr_setsigdefault(attributes, &all);
  if (!failed) failed = posix_spawnattr_setpgroup(attributes, 0);
  if (!failed)
    failed = posix_spawnattr_setflags(
        attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  return failed;
}

pid_t linux_spawn_worker(const char *path, char *const arguments[], char *const environment[],
                         int socket) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  pid_t child = -1;
  int failed = posix_spawn_file_actions_init(&files);
  if (failed) return -failed;
  failed = posix_spawnattr_init(&attributes);
  if (!failed) {
    failed = prepare_files(&files, socket);
    if (!failed) failed = prepare_attributes(&attributes);
    if (!failed) failed = posix_spawn(&child, path, &files, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&files);
  return failed ? -failed : child;
}

int linux_end_child(pid_t child, int timeout_milliseconds) {
  // A child that nobody has collected keeps its id, so this can not hit another process.
  if (kill(child, SIGKILL) < 0 && errno == ESRCH) return 0;
  int handle = pidfd_open(child, 0);
  // Without a descriptor left, the wait has no bound; a killed process seldom needs one.
  if (handle >= 0) {
    struct pollfd ended = {.fd = handle, .events = POLLIN};
    int ready;
    do {
      ready = poll(&ended, 1, timeout_milliseconds);
    } while (ready < 0 && errno == EINTR);
    close(handle);
    if (ready <= 0) return -ETIMEDOUT;
  }
  pid_t collected;
  do {
    collected = waitpid(child, NULL, 0);
  } while (collected < 0 && errno == EINTR);
  return collected < 0 && errno != ECHILD ? -errno : 0;
}

int linux_wait_readable(int first, int second, int64_t timeout_nanoseconds) {
  struct pollfd entries[2] = {{.fd = first, .events = POLLIN}, {.fd = second, .events = POLLIN}};
  struct timespec timeout = {
      .tv_sec = timeout_nanoseconds / 1000000000,
      .tv_nsec = timeout_nanoseconds % 1000000000,
  };
  int ready = ppoll(entries, 2, timeout_nanoseconds < 0 ? NULL : &timeout, NULL);
  // An interrupted wait ended early; the caller looks at its own clock anyway.
  if (ready < 0) return errno == EINTR ? 0 : -errno;
  return (entries[0].revents ? 1 : 0) | (entries[1].revents ? 2 : 0);
}

int linux_bind_to_parent(int signal) {
  if (prctl(PR_SET_PDEATHSIG, signal) < 0) return -errno;
  return (int)answer(prctl(PR_SET_DUMPABLE, 0));
}

int linux_limit(int resource, uint64_t soft, uint64_t hard) {
  struct rlimit limit = {.rlim_cur = soft, .rlim_max = hard};
  return (int)answer(setrlimit(resource, &limit));
}

void linux_name_thread(const char *name) { prctl(PR_SET_NAME, name); }

typedef struct {
  void (*visit)(const linux_loaded_library *library, void *context);
  void *context;
} visitor;

// Finds the note named GNU of type NT_GNU_BUILD_ID in a loaded segment of notes.
static void find_build_id(const char *notes, size_t count, linux_loaded_library *library) {
  size_t position = 0;
  while (count - position >= sizeof(ElfW(Nhdr))) {
    const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)(notes + position);
    size_t name = position + sizeof *note;
    size_t description = name + ((note->n_namesz + 3u) & ~(size_t)3);
    size_t end = description + ((note->n_descsz + 3u) & ~(size_t)3);
    if (end > count) return;
    if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 &&
        memcmp(notes + name, "GNU", 4) == 0) {
      library->build_id = (const uint8_t *)notes + description;
      library->build_id_count = note->n_descsz;
      return;
    }
    position = end;
  }
}

static int visit_object(struct dl_phdr_info *object, size_t size, void *context) {
  (void)size;
  const visitor *target = context;
  // The program has no name here, and the kernel's own page has no file.
  if (!object->dlpi_name || object->dlpi_name[0] != '/') return 0;
  linux_loaded_library library = {.path = object->dlpi_name};
  for (int index = 0; index < object->dlpi_phnum && !library.build_id; index++) {
    const ElfW(Phdr) *header = &object->dlpi_phdr[index];
    if (header->p_type != PT_NOTE) continue;
    find_build_id((const char *)object->dlpi_addr + header->p_vaddr, header->p_memsz, &library);
  }
  target->visit(&library, target->context);
  return 0;
}

void linux_visit_loaded_libraries(void (*visit)(const linux_loaded_library *library, void *context),
                                  void *context) {
  visitor target = {.visit = visit, .context = context};
  dl_iterate_phdr(visit_object, &target);
}
