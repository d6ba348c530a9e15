// ttrpc frames, the protobuf they carry and the buffers they pass through: what the benchmark's
// server and client share. Enough for EchoService and any unary method, and no more.
//
// A frame is a 10-byte header, all integers big-endian, and its data:
//
//   0        4           8      9       10
//   | length | stream id | type | flags | data: length bytes
#ifndef FEEDRPC_BENCH_TTRPC_H
#define FEEDRPC_BENCH_TTRPC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

enum {
  frame_header_bytes = 10,
  frame_limit_bytes = 4 << 20,
  page_bytes = 4096,
  buffer_offset_bytes = 64,
};

enum frame_type { frame_request = 1, frame_response = 2, frame_data = 3 };
enum frame_flag { flag_remote_closed = 1, flag_no_data = 4 };
enum status_code {
  status_invalid_argument = 3,
  status_resource_exhausted = 8,
  status_unimplemented = 12,
};

struct frame {
  uint32_t length;
  uint32_t stream_id;
  uint8_t type;
  uint8_t flags;
};

struct slice {
  const uint8_t *bytes;
  size_t count;
};

static inline void die(const char *what) {
  perror(what);
  exit(1);
}

static inline uint32_t load_u32(const uint8_t *from) {
  uint32_t value;
  memcpy(&value, from, sizeof value);
  return __builtin_bswap32(value);
}

static inline void store_u32(uint8_t *to, uint32_t value) {
  value = __builtin_bswap32(value);
  memcpy(to, &value, sizeof value);
}

static inline struct frame load_frame(const uint8_t *from) {
  return (struct frame){load_u32(from), load_u32(from + 4), from[8], from[9]};
}

static inline uint8_t *store_frame(uint8_t *to, struct frame frame) {
  store_u32(to, frame.length);
  store_u32(to + 4, frame.stream_id);
  to[8] = frame.type;
  to[9] = frame.flags;
  return to + frame_header_bytes;
}

// Protobuf: varints and fields.

static inline size_t varint_size(uint64_t value) {
  size_t size = 1;
  while (value >= 0x80) {
    value >>= 7;
    size++;
  }
  return size;
}

static inline uint8_t *store_varint(uint8_t *to, uint64_t value) {
  while (value >= 0x80) {
    *to++ = (uint8_t)(value | 0x80);
    value >>= 7;
  }
  *to++ = (uint8_t)value;
  return to;
}

// Takes a varint off the front of `rest`; false where there is none.
static inline bool load_varint(struct slice *rest, uint64_t *value) {
  uint64_t sum = 0;
  for (size_t at = 0; at < 10 && at < rest->count; at++) {
    sum |= (uint64_t)(rest->bytes[at] & 0x7f) << (7 * at);
    if (rest->bytes[at] < 0x80) {
      rest->bytes += at + 1;
      rest->count -= at + 1;
      *value = sum;
      return true;
    }
  }
  return false;
}

// Bytes that a length-delimited field of a number below 16 takes; a proto3 field that is empty
// takes none.
static inline size_t bytes_field_size(size_t count) {
  return count == 0 ? 0 : 1 + varint_size(count) + count;
}

// The tag and length of such a field; its bytes follow. Nothing for an empty one.
static inline uint8_t *store_bytes_field(uint8_t *to, uint32_t number, size_t count) {
  if (count == 0) return to;
  *to++ = (uint8_t)(number << 3 | 2);
  return store_varint(to, count);
}

struct field {
  uint32_t number;
  uint64_t value;      // of a varint
  struct slice bytes;  // of a length-delimited field
};

enum field_result { field_end, field_found, field_malformed };

// Takes one field off the front of `rest`.
static inline enum field_result load_field(struct slice *rest, struct field *field) {
  if (rest->count == 0) return field_end;
  uint64_t tag, size = 0;
  if (!load_varint(rest, &tag) || tag >> 3 == 0 || tag > UINT32_MAX) return field_malformed;
  field->number = (uint32_t)(tag >> 3);
  field->value = 0;
  field->bytes = (struct slice){NULL, 0};
  switch (tag & 7) {
    case 0: return load_varint(rest, &field->value) ? field_found : field_malformed;
    case 1: size = 8; break;
    case 2:
      if (!load_varint(rest, &size)) return field_malformed;
      break;
    case 5: size = 4; break;
    default: return field_malformed;
  }
  if (size > rest->count) return field_malformed;
  field->bytes = (struct slice){rest->bytes, (size_t)size};
  rest->bytes += size;
  rest->count -= size;
  return field_found;
}

static inline bool slice_equals(struct slice slice, const char *text, size_t count) {
  return slice.count == count && memcmp(slice.bytes, text, count) == 0;
}

// A queue of bytes: [begin, end) is held. It starts 64 bytes into a page, since the kernel copies
// several times slower to or from memory that lies a few bytes off its own buffers' alignment.
struct buffer {
  uint8_t *memory;
  size_t begin, end, capacity;
};

static inline size_t buffer_count(const struct buffer *buffer) {
  return buffer->end - buffer->begin;
}

// Makes room for `count` bytes after `end` and gives the place.
static inline uint8_t *buffer_reserve(struct buffer *buffer, size_t count) {
  if (buffer->begin == buffer->end) buffer->begin = buffer->end = 0;
  if (buffer->capacity - buffer->end >= count) return buffer->memory + buffer->end;
  size_t held = buffer_count(buffer);
  if (held + count > buffer->capacity) {
    size_t capacity = buffer->capacity ? buffer->capacity : 64 << 10;
    while (capacity < held + count) capacity *= 2;
    void *block;
    if (posix_memalign(&block, page_bytes, capacity + buffer_offset_bytes) != 0) abort();
    uint8_t *memory = (uint8_t *)block + buffer_offset_bytes;
    if (held > 0) memcpy(memory, buffer->memory + buffer->begin, held);
    if (buffer->memory) free(buffer->memory - buffer_offset_bytes);
    buffer->memory = memory;
    buffer->capacity = capacity;
  } else {
    memmove(buffer->memory, buffer->memory + buffer->begin, held);
  }
  buffer->begin = 0;
  buffer->end = held;
  return buffer->memory + held;
}

static inline void buffer_free(struct buffer *buffer) {
  if (buffer->memory) free(buffer->memory - buffer_offset_bytes);
}

// The next whole frame at the front of `buffer`, its data in `data`; the caller takes it off by
// moving `begin` to the data's end. False where more bytes are needed.
static inline bool buffer_frame(const struct buffer *buffer, struct frame *frame,
                                struct slice *data) {
  if (buffer_count(buffer) < frame_header_bytes) return false;
  const uint8_t *start = buffer->memory + buffer->begin;
  *frame = load_frame(start);
  if (buffer_count(buffer) - frame_header_bytes < frame->length) return false;
  *data = (struct slice){start + frame_header_bytes, frame->length};
  return true;
}

static inline struct sockaddr_un socket_address(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  const size_t limit_bytes = sizeof address.sun_path - 1;
  if (strlen(path) > limit_bytes) {
    fprintf(stderr, "socket path is longer than %zu bytes: %s\n", limit_bytes, path);
    exit(2);
  }
  strcpy(address.sun_path, path);
  return address;
}

#endif
