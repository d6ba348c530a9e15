// Made by protoc-gen-feedrpc. Do not edit.
#pragma once

#include <stddef.h>
#include <stdint.h>

// A .proto file as a packed google.protobuf.FileDescriptorProto.
typedef struct {
  const char *path;
  const uint8_t *bytes;
  size_t byte_count;
} feedrpc_proto_file;

// All .proto files that Swift code was generated from; a file comes after what it imports.
const feedrpc_proto_file *feedrpc_proto_files(size_t *count);
