// Unix sockets with credentials and passed descriptors.
#pragma once

#include <sys/socket.h>
#include <sys/types.h>
#include <sys/un.h>

/// Who made the connection of a socket, as the kernel noted it then: SO_PEERCRED.
struct linux_peer_credentials {
  pid_t process_id;
  uid_t user_id;
  gid_t group_id;
};

/// accept4 with SOCK_NONBLOCK and SOCK_CLOEXEC: the new descriptor, or -1 and errno.
int linux_accept(int listener);

/// 0, or -1 and errno.
int linux_get_peer_credentials(int descriptor, struct linux_peer_credentials *credentials);

/// The supplementary groups of the peer (SO_PEERGROUPS): how many were stored, or -1 and errno,
/// which is ERANGE where there are more than `capacity`.
int linux_get_peer_groups(int descriptor, gid_t *groups, int capacity);

// The two that every call needs are asked of the kernel directly: in a process with threads glibc
// makes each of its own a cancellation point, which takes 20 ns, and no thread here is cancelled.

/// sendmsg without flags but MSG_DONTWAIT and MSG_NOSIGNAL.
ssize_t linux_send(int descriptor, struct iovec *pieces, size_t count);

/// recv with MSG_DONTWAIT; descriptors that were passed with the bytes are dropped.
ssize_t linux_receive(int descriptor, void *bytes, size_t byte_count);

/// The most descriptors that one message can carry (SCM_MAX_FD).
enum { linux_passed_file_limit = 253 };

/// As `linux_send`, with copies of `file_count` descriptors that arrive with the first byte.
ssize_t linux_send_files(
  int descriptor,
  struct iovec *pieces,
  size_t count,
  const int *files,
  int file_count
);

/// recvmsg with MSG_DONTWAIT and MSG_CMSG_CLOEXEC: bytes, 0 at the end, or -1 and errno.
///
/// `file_count` says how many descriptors came, at most `file_limit`; they are the caller's to
/// close. It is -1 where more came or the process could take no more: all are closed then.
ssize_t linux_receive_files(
  int descriptor,
  void *bytes,
  size_t byte_count,
  int *files,
  int file_limit,
  int *file_count
);

/// Bytes of memory that the peer has not read yet, about; 0 where it has read all. Or -1 and errno.
int linux_unread_byte_count(int descriptor);

/// Binds to a name of `byte_count` bytes in the abstract namespace, or to the path where
/// `is_abstract` is 0: 0, or -1 and errno. The name must fit into sun_path.
int linux_bind_unix(int descriptor, const char *name, size_t byte_count, int is_abstract);

/// As `linux_bind_unix`, but connects.
int linux_connect_unix(int descriptor, const char *name, size_t byte_count, int is_abstract);

/// Sends one datagram to such an address (systemd's notify socket): bytes, or -1 and errno.
ssize_t linux_send_to_unix(
  int descriptor,
  const char *name,
  size_t byte_count,
  int is_abstract,
  const void *bytes,
  size_t length
);
