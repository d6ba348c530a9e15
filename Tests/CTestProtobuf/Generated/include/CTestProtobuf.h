// All that CTestProtobuf declares. Written by scripts/generate-protos. Do not edit.
#pragma once

#include <protobuf-c/protobuf-c.h>

#include "feedrpc/testing/v1/kinds.pb-c.h"
#include "interop/test.pb-c.h"
