// Linux calls, constants and macros that `import Glibc` does not have.
#pragma once

#include "linux_events.h"
#include "linux_files.h"
#include "linux_process.h"
#include "linux_sockets.h"
