// How long after a like the last of many watchers hears of it: one thread, one epoll.
//
//   watch_client --socket PATH --post ID [--watchers N] [--likes N] [--warm-up N]
//
// Every watcher is a connection with one WatchFeed call. One more connection likes and unlikes a
// post as another user; the next like is sent when all have heard of the one before. It prints one
// line: from sending a like to its answer, and to the last watcher's event, in microseconds.
#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

#include "histogram.h"
#include "ttrpc.h"

enum {
  read_bytes = 16 << 10,
  watcher_limit = 16000,
  epoll_batch = 256,
  patience_milliseconds = 10000,
  counts_changed_field = 5,
  metadata_field = 5,
};

struct connection {
  int fd;
  struct buffer input;
  // Messages of changed counts, or answers, that it has got.
  uint64_t heard;
};

static struct connection *connections;
static uint64_t connection_count;
static int epoll_fd;

static void fail(const char *what) {
  fprintf(stderr, "watch_client: %s\n", what);
  exit(1);
}

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static uint8_t *store_field(uint8_t *to, uint32_t number, const void *bytes, size_t count) {
  to = store_bytes_field(to, number, count);
  if (count > 0) memcpy(to, bytes, count);
  return to + count;
}

// A request with a message, made by a user; gives its length.
static size_t make_request(uint8_t *frame, const char *method, const char *user,
                           struct slice message, uint8_t flags) {
  static const char service[] = "feedrpc.v1.FeedService", name[] = "feedrpc-viewer";
  uint8_t pair[128], *end = store_field(pair, 1, name, strlen(name));
  end = store_field(end, 2, user, strlen(user));
  uint8_t *to = frame + frame_header_bytes;
  to = store_field(to, 1, service, strlen(service));
  to = store_field(to, 2, method, strlen(method));
  to = store_field(to, 3, message.bytes, message.count);
  to = store_field(to, metadata_field, pair, (size_t)(end - pair));
  size_t count = (size_t)(to - frame);
  uint32_t length = (uint32_t)(count - frame_header_bytes);
  store_frame(frame, (struct frame){length, 1, frame_request, flags});
  return count;
}

static void send_all(int fd, const uint8_t *bytes, size_t count) {
  // What is sent here always fits into the socket's buffer.
  if (send(fd, bytes, count, MSG_NOSIGNAL) != (ssize_t)count) die("send");
}

static void add_connection(const char *path) {
  struct connection *connection = &connections[connection_count++];
  connection->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connection->fd < 0) die("socket");
  struct sockaddr_un address = socket_address(path);
  if (connect(connection->fd, (struct sockaddr *)&address, sizeof address) != 0) die("connect");
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
  if (epoll_ctl(epoll_fd, EPOLL_CTL_ADD, connection->fd, &event) != 0) die("epoll_ctl");
}

static bool has_field(struct slice rest, uint32_t number) {
  struct field field;
  while (load_field(&rest, &field) == field_found) {
    if (field.number == number) return true;
  }
  return false;
}

// What has arrived on a connection; true where it is one more that was waited for.
static bool take(struct connection *connection, bool is_watcher, bool counts_all) {
  uint8_t *place = buffer_reserve(&connection->input, read_bytes);
  ssize_t count = recv(connection->fd, place, read_bytes, 0);
  if (count <= 0) fail("the server closed a connection");
  connection->input.end += (size_t)count;
  struct frame frame;
  struct slice data;
  uint64_t before = connection->heard;
  while (buffer_frame(&connection->input, &frame, &data)) {
    connection->input.begin += frame_header_bytes + frame.length;
    if (is_watcher) {
      if (frame.type != frame_data) fail("a watch ended");
      if (counts_all || has_field(data, counts_changed_field)) connection->heard++;
    } else {
      if (frame.type != frame_response || has_field(data, 1)) fail("a like was refused");
      connection->heard++;
    }
  }
  return connection->heard > before;
}

// Waits until all watchers have heard of one thing more, and the last connection where it is said.
static uint64_t wait_for_all(uint64_t watchers, bool with_answer, bool counts_all,
                             uint64_t *answered) {
  struct epoll_event events[epoll_batch];
  uint64_t missing = watchers + (with_answer ? 1 : 0), last = 0;
  while (missing > 0) {
    int count = epoll_wait(epoll_fd, events, epoll_batch, patience_milliseconds);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) fail("somebody hears nothing");
    for (int at = 0; at < count; at++) {
      struct connection *connection = events[at].data.ptr;
      bool is_watcher = connection < connections + watchers;
      if (!take(connection, is_watcher, counts_all)) continue;
      missing--;
      if (is_watcher) last = now();
      else *answered = now();
    }
  }
  return last;
}

int main(int argc, char **argv) {
  const char *path = NULL, *post = NULL;
  uint64_t watchers = 1, likes = 200, warm_up = 20;
  static const struct option names[] = {
      {"socket", required_argument, NULL, 's'},  {"post", required_argument, NULL, 'p'},
      {"watchers", required_argument, NULL, 'w'}, {"likes", required_argument, NULL, 'l'},
      {"warm-up", required_argument, NULL, 'u'},  {NULL, 0, NULL, 0}};
  int option;
  while ((option = getopt_long(argc, argv, "", names, NULL)) != -1) {
    switch (option) {
      case 's': path = optarg; break;
      case 'p': post = optarg; break;
      case 'w': watchers = strtoull(optarg, NULL, 10); break;
      case 'l': likes = strtoull(optarg, NULL, 10); break;
      case 'u': warm_up = strtoull(optarg, NULL, 10); break;
      default: return 2;
    }
  }
  if (!path || !post || strlen(post) > 64 || watchers < 1 || watchers > watcher_limit) {
    fail("usage: watch_client --socket PATH --post ID [--watchers N] [--likes N] [--warm-up N]");
  }
  epoll_fd = epoll_create1(EPOLL_CLOEXEC);
  connections = calloc(watchers + 1, sizeof *connections);
  if (epoll_fd < 0 || !connections) die("epoll_create1");
  uint8_t frame[512], message[128];
  size_t count = make_request(frame, "WatchFeed", "watcher", (struct slice){NULL, 0},
                              flag_remote_closed);
  uint64_t answered = 0;
  for (uint64_t at = 0; at < watchers; at++) {
    add_connection(path);
    send_all(connections[at].fd, frame, count);
  }
  wait_for_all(watchers, false, true, &answered);
  add_connection(path);
  uint8_t *end = store_field(message, 1, post, strlen(post));
  struct slice like = {message, (size_t)(end - message)};
  count = make_request(frame, "ToggleLike", "fan", like, 0);
  static struct histogram answers, hearings;
  for (uint64_t at = 0; at < warm_up + likes; at++) {
    store_u32(frame + 4, (uint32_t)(2 * at + 1));
    uint64_t began = now();
    send_all(connections[watchers].fd, frame, count);
    uint64_t last = wait_for_all(watchers, true, false, &answered);
    if (at < warm_up) continue;
    histogram_add(&answers, (answered - began) / 1000);
    histogram_add(&hearings, (last - began) / 1000);
  }
  printf("WatchFeed watchers=%lu likes=%lu answer_p50_microseconds=%lu answer_p99_microseconds=%lu"
         " last_event_p50_microseconds=%lu last_event_p99_microseconds=%lu\n",
         watchers, likes, histogram_quantile(&answers, 0.5), histogram_quantile(&answers, 0.99),
         histogram_quantile(&hearings, 0.5), histogram_quantile(&hearings, 0.99));
  return 0;
}
