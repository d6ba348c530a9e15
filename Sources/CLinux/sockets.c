#define _GNU_SOURCE
#include <stddef.h>
#include <string.h>

#include <sys/uio.h>

#include "linux_sockets.h"

int linux_accept(int listener) {
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
    return send(descriptor, pieces->iov_base, pieces->iov_len, MSG_DONTWAIT | MSG_NOSIGNAL);
  }
  struct msghdr message = {.msg_iov = pieces, .msg_iovlen = count};
  return sendmsg(descriptor, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
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
