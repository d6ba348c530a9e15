// Load on a server of calls: one thread, one epoll, closed loop, every reply checked.
//
//   load_client --socket PATH [--http2] [--connections N] [--idle N] [--in-flight N]
//               [--seconds S | --calls N] [--warm-up S] [--payload-bytes N] [--at-once]
//               [--method SERVICE/METHOD [--payload-hex HEX]...] [--refusals]
//               [--stream --total-bytes N --message-bytes N]
//
// It speaks ttrpc, or with `--http2` gRPC. Each connection keeps `--in-flight` calls open: a reply
// is answered with the next call, and all calls of a turn leave in one write. By default the calls
// are EchoService/Echo, with `--at-once` EchoAtOnce, with a payload that carries the call's number,
// and the reply must be the same bytes. `--stream` calls EchoService/StreamBytes and counts the
// bytes. `--method` sends the same request message to any method, one that streams its answer with
// `--stream`, and checks the status only; with `--refusals` (ttrpc) it may be RESOURCE_EXHAUSTED
// too. Of several messages (ttrpc) each connection sends one after the other. `--idle` opens so
// many connections more, which make one call before the others begin and then say nothing. It
// prints one line of JSON.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "load_http2.h"
#include "load_ttrpc.h"

enum {
  read_bytes = 256 << 10,
  connection_limit = 20000,
  in_flight_limit = 100000,
  epoll_batch = 256,
  reply_limit_milliseconds = 10000,
};

static int epoll_fd;
static const struct wire *wire = &ttrpc;

// Connections.

static void write_output(struct connection *connection) {
  struct buffer *output = &connection->output;
  if (buffer_count(output) > 0) {
    ssize_t count = send(connection->fd, output->memory + output->begin, buffer_count(output),
                         MSG_NOSIGNAL);
    if (count < 0 && errno != EAGAIN && errno != EINTR) die("send");
    if (count > 0) output->begin += (size_t)count;
  }
  bool wants_output = buffer_count(output) > 0;
  if (wants_output == connection->wants_output) return;
  connection->wants_output = wants_output;
  struct epoll_event event = {.events = EPOLLIN | (wants_output ? EPOLLOUT : 0),
                              .data.ptr = connection};
  if (epoll_ctl(epoll_fd, EPOLL_CTL_MOD, connection->fd, &event) != 0) die("epoll_ctl");
}

static void read_input(struct connection *connection) {
  struct buffer *input = &connection->input;
  uint8_t *to = buffer_reserve(input, read_bytes);
  ssize_t count = recv(connection->fd, to, input->capacity - input->end, 0);
  if (count == 0) fail("the server closed a connection");
  if (count < 0 && errno != EAGAIN && errno != EINTR) die("recv");
  if (count > 0) input->end += (size_t)count;
}

static void open_connection(struct connection *connection) {
  struct sockaddr_un address = socket_address(options.socket);
  connection->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connection->fd < 0) die("socket");
  if (connect(connection->fd, (struct sockaddr *)&address, sizeof address) != 0) {
    die(options.socket);
  }
  if (fcntl(connection->fd, F_SETFL, O_NONBLOCK) != 0) die("fcntl");
  connection->slots = calloc(slot_mask + 1, sizeof *connection->slots);
  if (!connection->slots) abort();
  wire->open(connection);
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
  if (epoll_ctl(epoll_fd, EPOLL_CTL_ADD, connection->fd, &event) != 0) die("epoll_ctl");
}

static void close_connection(struct connection *connection) {
  close(connection->fd);
  buffer_free(&connection->input);
  buffer_free(&connection->output);
  free(connection->slots);
}

// The run.

// Waits for events and serves them.
static void turn(void) {
  struct epoll_event events[epoll_batch];
  int count = epoll_wait(epoll_fd, events, epoll_batch, reply_limit_milliseconds);
  if (count < 0 && errno != EINTR) die("epoll_wait");
  if (count == 0) fail("no reply for 10 seconds");
  for (int at = 0; at < count; at++) {
    struct connection *connection = events[at].data.ptr;
    if (events[at].events & ~(uint32_t)EPOLLOUT) {
      read_input(connection);
      wire->receive(connection, now());
    }
    write_output(connection);
  }
}

static uint64_t later(uint64_t time, double seconds) { return time + (uint64_t)(seconds * 1e9); }

static void report(double seconds, uint64_t calls, uint64_t bytes) {
  printf("{\"calls\": %llu, \"refused\": %llu, \"seconds\": %.3f, \"calls_per_second\": %.0f, ",
         (unsigned long long)calls, (unsigned long long)refused_calls, seconds,
         (double)calls / seconds);
  printf("\"p50_us\": %.1f, \"p99_us\": %.1f, \"max_us\": %.1f, \"megabytes_per_second\": %.2f}\n",
         (double)histogram_quantile(&histogram, 0.5) / 1e3,
         (double)histogram_quantile(&histogram, 0.99) / 1e3, (double)histogram.maximum / 1e3,
         (double)bytes / seconds / 1e6);
}

// Has connections make a call each, and waits for all answers.
static void speak_once(struct connection *connections, uint64_t count) {
  for (uint64_t at = 0; at < count; at++) {
    connections[at].is_idle = true;
    wire->start(&connections[at], now());
    write_output(&connections[at]);
    if (open_calls == epoll_batch) turn();
  }
  while (open_calls > 0) turn();
}

static void run(void) {
  uint64_t count = options.connections + options.idle_connections;
  struct connection *connections = calloc(count, sizeof *connections);
  if (!connections) abort();
  for (uint64_t at = 0; at < count; at++) open_connection(&connections[at]);
  speak_once(connections + options.connections, options.idle_connections);
  for (uint64_t at = 0; at < options.connections; at++) {
    uint64_t time = now();
    for (uint64_t call = 0; call < options.in_flight; call++) wire->start(&connections[at], time);
    write_output(&connections[at]);
  }
  uint64_t warm_up_end = later(now(), options.warm_up_seconds);
  while (now() < warm_up_end) turn();
  memset(&histogram, 0, sizeof histogram);
  ended_calls = refused_calls = 0;
  payload_byte_total = 0;
  uint64_t start = now(), end = later(start, options.seconds);
  while (options.calls > 0 ? ended_calls < options.calls : now() < end) turn();
  report((double)(now() - start) / 1e9, ended_calls, payload_byte_total);
  is_draining = true;
  while (open_calls > 0) turn();
  for (uint64_t at = 0; at < count; at++) close_connection(&connections[at]);
  free(connections);
}

// Options.

static uint64_t number(const char *name, const char *text, uint64_t lowest, uint64_t highest) {
  char *end;
  errno = 0;
  unsigned long long value = strtoull(text, &end, 10);
  if (errno == 0 && *text && !*end && value >= lowest && value <= highest) return value;
  fprintf(stderr, "load_client: --%s takes %llu to %llu, not %s\n", name,
          (unsigned long long)lowest, (unsigned long long)highest, text);
  exit(2);
}

static double seconds(const char *name, const char *text) {
  char *end;
  double value = strtod(text, &end);
  if (*text && !*end && value >= 0 && value <= 3600) return value;
  fprintf(stderr, "load_client: --%s takes 0 to 3600 seconds, not %s\n", name, text);
  exit(2);
}

static const struct option option_table[] = {
    {"socket", required_argument, NULL, 's'},      {"connections", required_argument, NULL, 'c'},
    {"in-flight", required_argument, NULL, 'i'},   {"calls", required_argument, NULL, 'n'},
    {"seconds", required_argument, NULL, 't'},     {"warm-up", required_argument, NULL, 'w'},
    {"payload-bytes", required_argument, NULL, 'p'}, {"method", required_argument, NULL, 'm'},
    {"payload-hex", required_argument, NULL, 'x'}, {"stream", no_argument, NULL, 'S'},
    {"refusals", no_argument, NULL, 'r'},          {"idle", required_argument, NULL, 'I'},
    {"at-once", no_argument, NULL, 'a'},           {"http2", no_argument, NULL, 'h'},
    {"total-bytes", required_argument, NULL, 'T'}, {"message-bytes", required_argument, NULL, 'M'},
    {NULL, 0, NULL, 0}};

static void take_option(int letter, const char *name, const char *value) {
  const uint64_t message_limit = frame_limit_bytes - 256;
  switch (letter) {
    case 's': options.socket = value; break;
    case 'c': options.connections = number(name, value, 1, connection_limit); break;
    case 'I': options.idle_connections = number(name, value, 0, connection_limit); break;
    case 'i': options.in_flight = number(name, value, 1, in_flight_limit); break;
    case 'n': options.calls = number(name, value, 1, INT32_MAX); break;
    case 't': options.seconds = seconds(name, value); break;
    case 'w': options.warm_up_seconds = seconds(name, value); break;
    case 'p': options.payload_bytes = number(name, value, 0, message_limit); break;
    case 'm': options.method = value; break;
    case 'x':
      if (options.payload_hex_count == payload_limit) fail("--payload-hex comes too often");
      options.payload_hex[options.payload_hex_count++] = value;
      break;
    case 'a': options.at_once = true; break;
    case 'r': options.allows_refusals = true; break;
    case 'S': options.is_stream = true; break;
    case 'h': wire = &http2; break;
    case 'T': options.total_bytes = number(name, value, 0, INT64_MAX); break;
    case 'M': options.message_bytes = number(name, value, 1, message_limit); break;
    default: exit(2);
  }
}

int main(int argument_count, char **arguments) {
  int letter, index = 0;
  while ((letter = getopt_long(argument_count, arguments, "", option_table, &index)) != -1) {
    take_option(letter, letter == '?' ? "" : option_table[index].name, optarg);
  }
  if (!options.socket || optind != argument_count) {
    fprintf(stderr, "usage: load_client --socket PATH [options]; its source lists them\n");
    return 2;
  }
  if (options.payload_hex_count == 0) options.payload_hex[options.payload_hex_count++] = "";
  if (options.method && !strchr(options.method, '/')) fail("--method is SERVICE/METHOD");
  slot_mask = 1;
  while (slot_mask < 8 * options.in_flight) slot_mask = slot_mask << 1;
  slot_mask--;
  epoll_fd = epoll_create1(EPOLL_CLOEXEC);
  if (epoll_fd < 0) die("epoll_create1");
  wire->prepare();
  run();
  return 0;
}
