// All that CProtobuf declares. Written by scripts/generate-protos. Do not edit.
#pragma once

#include <protobuf-c/protobuf-c.h>

#include "feedrpc/bench/v1/echo.pb-c.h"
#include "feedrpc/v1/admin.pb-c.h"
#include "feedrpc/v1/feed.pb-c.h"
#include "feedrpc/v1/image.pb-c.h"
#include "google/protobuf/any.pb-c.h"
#include "google/protobuf/compiler/plugin.pb-c.h"
#include "google/protobuf/descriptor.pb-c.h"
#include "google/protobuf/duration.pb-c.h"
#include "google/protobuf/timestamp.pb-c.h"
#include "google/rpc/error_details.pb-c.h"
#include "google/rpc/status.pb-c.h"
#include "grpc/health/v1/health.pb-c.h"
#include "grpc/reflection/v1/reflection.pb-c.h"
#include "proto_files.h"
