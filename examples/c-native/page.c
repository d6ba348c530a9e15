// Fetches the newest posts over native frames and prints them, with protobuf-c and a socket alone.
// Run: page [COUNT], built as examples/README.md shows; FEEDRPC_SOCKET is the daemon's socket.
#include <endian.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>

#include "feedrpc/v1/feed.pb-c.h"
#include "ttrpc.pb-c.h"

enum { REQUEST = 1, RESPONSE = 2, LONGEST_BODY = 4194304, SECONDS = 10 };

// A frame is this, big-endian, and the body behind it (PROTOCOL.md, section 2).
struct __attribute__((packed)) header { uint32_t length, stream; uint8_t type, flags; };
static struct __attribute__((packed)) { struct header head; uint8_t body[LONGEST_BODY]; } frame;

static void fail(const char *what, const char *why) {
  fprintf(stderr, "page: %s: %s\n", what, why);
  exit(1);
}

static int dial(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) fail(path, "too long for a socket's path");
  strcpy(address.sun_path, path);
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) < 0)
    fail(path, strerror(errno));
  struct timeval patience = {.tv_sec = SECONDS};
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  return fd;
}

// Fails unless a system call did something, or is to be made again because a signal came.
static size_t checked(ssize_t count, const char *what) {
  if (count == 0) fail(what, "the daemon closed the connection");
  if (count > 0) return (size_t)count;
  if (errno == EAGAIN) fail(what, "the daemon does nothing");
  if (errno != EINTR) fail(what, strerror(errno));
  return 0;
}

// A socket may take, and bring, any part of what it is asked for.
static void send_all(int fd, const void *bytes, size_t size) {
  for (size_t done = 0; done < size;)
    done += checked(send(fd, (const char *)bytes + done, size - done, MSG_NOSIGNAL), "send");
}

static void receive_all(int fd, void *bytes, size_t size) {
  for (size_t done = 0; done < size;)
    done += checked(recv(fd, (char *)bytes + done, size - done, 0), "receive");
}

// Makes a call on `stream`, which is odd and another one each time. The caller frees the answer.
static Ttrpc__Response *call(int fd, uint32_t stream, Ttrpc__Request *request) {
  size_t size = ttrpc__request__get_packed_size(request);
  if (size > LONGEST_BODY) fail(request->method, "the request is too long");
  frame.head = (struct header){htobe32((uint32_t)size), htobe32(stream), REQUEST, 0};
  ttrpc__request__pack(request, frame.body);
  send_all(fd, &frame, sizeof frame.head + size);
  do {
    receive_all(fd, &frame.head, sizeof frame.head);
    size = be32toh(frame.head.length);
    if (size > LONGEST_BODY) fail("receive", "the frame is too long");
    receive_all(fd, frame.body, size);
  } while (frame.head.type != RESPONSE || be32toh(frame.head.stream) != stream);
  Ttrpc__Response *response = ttrpc__response__unpack(NULL, size, frame.body);
  if (response == NULL) fail(request->method, "the answer can't be decoded");
  if (response->status != NULL && response->status->code != 0)
    fail(request->method, response->status->message);
  return response;
}

int main(int argc, char **argv) {
  Feedrpc__V1__FetchFeedPageRequest page = FEEDRPC__V1__FETCH_FEED_PAGE_REQUEST__INIT;
  page.page_size = argc > 1 ? atoi(argv[1]) : 5;
  uint8_t payload[16];  // One number: 11 bytes at most.
  size_t size = feedrpc__v1__fetch_feed_page_request__pack(&page, payload);
  Ttrpc__Request request = TTRPC__REQUEST__INIT;
  request.service = "feedrpc.v1.FeedService";
  request.method = "FetchFeedPage";
  request.payload = (ProtobufCBinaryData){size, payload};
  const char *socket = getenv("FEEDRPC_SOCKET");
  if (socket == NULL) fail("FEEDRPC_SOCKET", "not set");
  Ttrpc__Response *response = call(dial(socket), 1, &request);
  Feedrpc__V1__FetchFeedPageResponse *answer = feedrpc__v1__fetch_feed_page_response__unpack(
    NULL, response->payload.len, response->payload.data);
  if (answer == NULL) fail(request.method, "the page can't be decoded");
  for (size_t i = 0; i < answer->n_posts; i++) {
    const Feedrpc__V1__Post *post = answer->posts[i];
    printf("%4lld  %s: %.*s\n", (long long)post->like_count, post->author->username,
           (int)strcspn(post->text, "\n"), post->text);
  }
  feedrpc__v1__fetch_feed_page_response__free_unpacked(answer, NULL);
  ttrpc__response__free_unpacked(response, NULL);
}
