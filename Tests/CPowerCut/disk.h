#ifndef POWERCUT_DISK_H
#define POWERCUT_DISK_H

#include "CPowerCut.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stddef.h>

/// Bytes that reach the platter together or not at all.
#define POWER_CUT_SECTOR 512

/// A change under way to the platter.
struct pending {
  struct pending *next;
  int64_t offset;
  /// Bytes to write; negative: the file is cut to `offset`.
  int64_t count;
  unsigned char bytes[];
};

/// A file by its path, whether it is open or not.
struct entry {
  struct entry *next;
  char *path;
  /// The content on the platter.
  unsigned char *durable;
  int64_t durable_count;
  /// What has changed since, oldest first.
  struct pending *first, **last;
  /// There now, and there after a cut for certain.
  bool exists, is_durable;
};

struct power_cut_disk {
  sqlite3_vfs vfs;
  sqlite3_vfs *real;
  pthread_mutex_t mutex;
  struct entry *entries;
  uint64_t random;
  int64_t change_count;
  /// Changes until the cut; negative: none is to come.
  int64_t changes_left;
  bool is_off, ignores_syncs;
};

/// Counts a change. Returns false where the power is off, or goes off with it. Call it locked.
bool disk_allows_change(power_cut_disk *disk);

/// The entry of a path, made where it is missing; NULL without memory. Call it locked.
struct entry *disk_entry(power_cut_disk *disk, const char *path);

/// Remembers a change of a file's content; `bytes` NULL: a truncation. Call it locked.
bool entry_append(struct entry *entry, const void *bytes, int64_t count, int64_t offset);

/// Puts what is under way onto the platter. Call it locked.
bool entry_settle(struct entry *entry);

#endif
