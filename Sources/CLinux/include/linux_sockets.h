// Unix sockets with credentials and passed descriptors.
#pragma once

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <sys/socket.h>
#include <sys/un.h>
