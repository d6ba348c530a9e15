#include "disk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// SplitMix64.
static uint64_t next_random(power_cut_disk *disk) {
  uint64_t mixed = (disk->random += 0x9E3779B97F4A7C15u);
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
  return mixed ^ (mixed >> 31);
}

static bool flip(power_cut_disk *disk) { return next_random(disk) & 1; }

bool disk_allows_change(power_cut_disk *disk) {
  if (disk->is_off) return false;
  disk->change_count += 1;
  if (disk->changes_left > 0) disk->changes_left -= 1;
  if (disk->changes_left == 0) disk->is_off = true;
  return !disk->is_off;
}

struct entry *disk_entry(power_cut_disk *disk, const char *path) {
  for (struct entry *entry = disk->entries; entry; entry = entry->next)
    if (strcmp(entry->path, path) == 0) return entry;
  struct entry *entry = calloc(1, sizeof *entry);
  if (!entry) return NULL;
  entry->path = strdup(path);
  if (!entry->path) {
    free(entry);
    return NULL;
  }
  entry->last = &entry->first;
  entry->next = disk->entries;
  disk->entries = entry;
  return entry;
}

bool entry_append(struct entry *entry, const void *bytes, int64_t count, int64_t offset) {
  struct pending *pending = malloc(sizeof *pending + (bytes ? (size_t)count : 0));
  if (!pending) return false;
  *pending = (struct pending){.offset = offset, .count = bytes ? count : -1};
  if (bytes) memcpy(pending->bytes, bytes, (size_t)count);
  *entry->last = pending;
  entry->last = &pending->next;
  return true;
}

static void forget_pending(struct entry *entry) {
  while (entry->first) {
    struct pending *pending = entry->first;
    entry->first = pending->next;
    free(pending);
  }
  entry->last = &entry->first;
}

/// Makes the content on the platter so long, with zeros where it grows.
static bool resize(struct entry *entry, int64_t count) {
  if (count > entry->durable_count) {
    unsigned char *grown = realloc(entry->durable, (size_t)count);
    if (!grown) return false;
    memset(grown + entry->durable_count, 0, (size_t)(count - entry->durable_count));
    entry->durable = grown;
  }
  entry->durable_count = count;
  return true;
}

static bool write_part(
  struct entry *entry, const struct pending *pending, int64_t from, int64_t count
) {
  int64_t start = pending->offset + from;
  if (start + count > entry->durable_count && !resize(entry, start + count)) return false;
  memcpy(entry->durable + start, pending->bytes + from, (size_t)count);
  return true;
}

static bool apply(struct entry *entry, const struct pending *pending) {
  if (pending->count < 0) return resize(entry, pending->offset);
  return write_part(entry, pending, 0, pending->count);
}

bool entry_settle(struct entry *entry) {
  bool is_settled = true;
  for (struct pending *pending = entry->first; pending; pending = pending->next)
    is_settled = apply(entry, pending) && is_settled;
  forget_pending(entry);
  return is_settled;
}

/// Puts each sector of a write onto the platter or loses it.
static bool tear(power_cut_disk *disk, struct entry *entry, const struct pending *pending) {
  for (int64_t from = 0; from < pending->count;) {
    int64_t rest = POWER_CUT_SECTOR - (pending->offset + from) % POWER_CUT_SECTOR;
    int64_t count = rest < pending->count - from ? rest : pending->count - from;
    if (flip(disk) && !write_part(entry, pending, from, count)) return false;
    from += count;
  }
  return true;
}

/// Ends what is under way as a cut does: a third arrives, a third is lost, a third is torn.
static bool entry_cut(power_cut_disk *disk, struct entry *entry) {
  bool is_done = true;
  for (struct pending *pending = entry->first; pending && is_done; pending = pending->next) {
    switch (next_random(disk) % 3) {
      case 0: is_done = apply(entry, pending); break;
      case 1: if (pending->count >= 0) is_done = tear(disk, entry, pending); break;
      default: break;
    }
  }
  forget_pending(entry);
  return is_done;
}

/// Makes the real file what the platter has.
static bool entry_restore(power_cut_disk *disk, struct entry *entry) {
  if (!entry_cut(disk, entry)) return false;
  unlink(entry->path);
  // A name that was made or removed without a sync of its folder may be there or not.
  if (entry->exists != entry->is_durable) entry->exists = flip(disk);
  entry->is_durable = entry->exists;
  if (!entry->exists) {
    entry->durable_count = 0;
    return true;
  }
  FILE *file = fopen(entry->path, "wb");
  if (!file) return false;
  size_t count = (size_t)entry->durable_count;
  bool is_written = count == 0 || fwrite(entry->durable, 1, count, file) == count;
  return fclose(file) == 0 && is_written;
}

bool power_cut_restore(power_cut_disk *disk) {
  pthread_mutex_lock(&disk->mutex);
  bool is_restored = true;
  for (struct entry *entry = disk->entries; entry && is_restored; entry = entry->next)
    is_restored = entry_restore(disk, entry);
  disk->is_off = false;
  disk->changes_left = -1;
  disk->change_count = 0;
  pthread_mutex_unlock(&disk->mutex);
  return is_restored;
}

void power_cut_ignore_syncs(power_cut_disk *disk, bool ignores) {
  pthread_mutex_lock(&disk->mutex);
  disk->ignores_syncs = ignores;
  pthread_mutex_unlock(&disk->mutex);
}

void power_cut_after(power_cut_disk *disk, int64_t count) {
  pthread_mutex_lock(&disk->mutex);
  disk->changes_left = count;
  pthread_mutex_unlock(&disk->mutex);
}

bool power_cut_happened(power_cut_disk *disk) {
  pthread_mutex_lock(&disk->mutex);
  bool is_off = disk->is_off;
  pthread_mutex_unlock(&disk->mutex);
  return is_off;
}

int64_t power_cut_change_count(power_cut_disk *disk) {
  pthread_mutex_lock(&disk->mutex);
  int64_t count = disk->change_count;
  pthread_mutex_unlock(&disk->mutex);
  return count;
}

void power_cut_destroy(power_cut_disk *disk) {
  sqlite3_vfs_unregister(&disk->vfs);
  while (disk->entries) {
    struct entry *entry = disk->entries;
    disk->entries = entry->next;
    forget_pending(entry);
    free(entry->durable);
    free(entry->path);
    free(entry);
  }
  pthread_mutex_destroy(&disk->mutex);
  free((char *)disk->vfs.zName);
  free(disk);
}
