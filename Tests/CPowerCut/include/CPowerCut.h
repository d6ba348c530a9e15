#ifndef CPOWERCUT_H
#define CPOWERCUT_H

#include <stdbool.h>
#include <stdint.h>

/// A disk whose power can be cut: a file system of SQLite's (sqlite.org/vfs.html) over the real one
/// that remembers what was not synced.
///
/// What is written goes to the real files at once, as to a page cache. Beside it, each file has
/// what is on the platter, and the writes that are under way to it. A sync ends those. At the cut
/// every operation begins to fail; `power_cut_restore` then makes the files what the platter has,
/// with some of the writes under way and parts of others, drawn at random, sector by sector.
///
/// A new file's name is durable once a journal or log that is new itself is synced, since SQLite
/// then syncs the folder of both.
typedef struct power_cut_disk power_cut_disk;

/// Makes a disk, known to SQLite by `name`, which no other has; NULL without memory.
power_cut_disk *power_cut_create(const char *name, uint64_t seed);

/// Ends a disk whose files are all closed.
void power_cut_destroy(power_cut_disk *disk);

/// Has syncs do nothing and say that they have.
void power_cut_ignore_syncs(power_cut_disk *disk, bool ignores);

/// Cuts the power at the `count`-th change from now on: a write, truncation, sync or deletion, or a
/// file that is made. It fails, and so does all that comes after it.
void power_cut_after(power_cut_disk *disk, int64_t count);

/// True once the power is off.
bool power_cut_happened(power_cut_disk *disk);

/// Changes made since the disk was made or restored.
int64_t power_cut_change_count(power_cut_disk *disk);

/// Puts the power on again: files are what a machine that starts finds. All of them are closed.
///
/// Returns false where the real file system fails.
bool power_cut_restore(power_cut_disk *disk);

#endif
