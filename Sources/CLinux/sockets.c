#define _GNU_SOURCE
#include <stddef.h>
#include <string.h>

#include <errno.h>
#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "linux_files.h"
#include "linux_sockets.h"

int linux_accept(int listener) {
  // Looked at before, so that the client waits in the backlog.
  int next = linux_outside_reserve(fcntl(listener, F_DUPFD_CLOEXEC, 0));
  if (next < 0) return -1;
  close(next);
  return accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int linux_get_peer_credentials(int descriptor, struct linux_peer_credentials *credentials) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return -1;
  credentials->process_id = peer.pid;
  credentials->user_id = peer.uid;
  credentials->group_id = peer.gid;
  return 0;
}

int linux_get_peer_groups(int descriptor, gid_t *groups, int capacity) {
  socklen_t size = (socklen_t)capacity * sizeof *groups;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERGROUPS, groups, &size) != 0) return -1;
  return (int)(size / sizeof *groups);
}

ssize_t linux_send(int descriptor, struct iovec *pieces, size_t count) {
  // One piece is the rule, and send copies no header.
  if (count == 1) {
    return syscall(SYS_sendto, descriptor, pieces->iov_base, pieces->iov_len,
                   MSG_DONTWAIT | MSG_NOSIGNAL, NULL, 0);
  }
  struct msghdr message = {.msg_iov = pieces, .msg_iovlen = count};
  return syscall(SYS_sendmsg, descriptor, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
}

ssize_t linux_receive(int descriptor, void *bytes, size_t byte_count) {
  return syscall(SYS_recvfrom, descriptor, bytes, byte_count, MSG_DONTWAIT, NULL, NULL);
}

ssize_t linux_send_files(
  int descriptor,
  struct iovec *pieces,
  size_t count,
  const int *files,
  int file_count
) {
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int) * linux_passed_file_limit)];
  } control;
  if (file_count < 1 || file_count > linux_passed_file_limit) {
    errno = EINVAL;
    return -1;
  }
  size_t size = sizeof(int) * (size_t)file_count;
  struct msghdr message = {.msg_iov = pieces, .msg_iovlen = count};
  message.msg_control = control.bytes;
  message.msg_controllen = CMSG_SPACE(size);
  memset(control.bytes, 0, message.msg_controllen);
  control.header.cmsg_level = SOL_SOCKET;
  control.header.cmsg_type = SCM_RIGHTS;
  control.header.cmsg_len = CMSG_LEN(size);
  memcpy(CMSG_DATA(&control.header), files, size);
  return sendmsg(descriptor, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
}

// Takes the descriptors of all control messages; those above the limit are closed and counted.
static int take_files(struct msghdr *message, int *files, int limit) {
  int count = 0;
  for (struct cmsghdr *part = CMSG_FIRSTHDR(message); part; part = CMSG_NXTHDR(message, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
    size_t size = part->cmsg_len - CMSG_LEN(0);
    for (size_t offset = 0; offset + sizeof(int) <= size; offset += sizeof(int)) {
      int file;
      memcpy(&file, CMSG_DATA(part) + offset, sizeof file);
      if (count < limit) {
        files[count] = file;
      } else {
        close(file);
      }
      count++;
    }
  }
  return count;
}

ssize_t linux_receive_files(
  int descriptor,
  void *bytes,
  size_t byte_count,
  int *files,
  int file_limit,
  int *file_count
) {
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int) * linux_passed_file_limit)];
  } control;
  if (file_limit > linux_passed_file_limit) file_limit = linux_passed_file_limit;
  struct iovec piece = {.iov_base = bytes, .iov_len = byte_count};
  struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
  message.msg_control = control.bytes;
  // Not CMSG_SPACE, whose padding has room for one descriptor more.
  message.msg_controllen = CMSG_LEN(sizeof(int) * (size_t)file_limit);
  *file_count = 0;
  ssize_t received = recvmsg(descriptor, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (received < 0 || (message.msg_controllen == 0 && !(message.msg_flags & MSG_CTRUNC)))
    return received;
  int count = take_files(&message, files, file_limit);
  if (count > file_limit || (message.msg_flags & MSG_CTRUNC)) {
    for (int index = 0; index < count && index < file_limit; index++) close(files[index]);
    count = -1;
  }
  *file_count = count;
  return received;
}

int linux_unread_byte_count(int descriptor) {
  int count = 0;
  return ioctl(descriptor, SIOCOUTQ, &count) == 0 ? count : -1;
}

static socklen_t unix_address(
  struct sockaddr_un *address,
  const char *name,
  size_t byte_count,
  int is_abstract
) {
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  size_t skipped = is_abstract ? 1 : 0;
  if (byte_count > sizeof address->sun_path - 1) byte_count = sizeof address->sun_path - 1;
  memcpy(address->sun_path + skipped, name, byte_count);
  // An abstract name is exactly as long as the address says; a path ends with its NUL.
  return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + byte_count + 1);
}

int linux_bind_unix(int descriptor, const char *name, size_t byte_count, int is_abstract) {
  struct sockaddr_un address;
  socklen_t size = unix_address(&address, name, byte_count, is_abstract);
  return bind(descriptor, (struct sockaddr *)&address, size);
}

int linux_connect_unix(int descriptor, const char *name, size_t byte_count, int is_abstract) {
  struct sockaddr_un address;
  socklen_t size = unix_address(&address, name, byte_count, is_abstract);
  return connect(descriptor, (struct sockaddr *)&address, size);
}

ssize_t linux_send_to_unix(
  int descriptor,
  const char *name,
  size_t byte_count,
  int is_abstract,
  const void *bytes,
  size_t length
) {
  struct sockaddr_un address;
  socklen_t size = unix_address(&address, name, byte_count, is_abstract);
  return sendto(
    descriptor, bytes, length, MSG_NOSIGNAL | MSG_DONTWAIT, (struct sockaddr *)&address, size
  );
}
