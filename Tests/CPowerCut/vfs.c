#include "disk.h"

#include <stdlib.h>
#include <string.h>

/// An open file, with the real one behind it in memory.
struct file {
  sqlite3_file base;
  power_cut_disk *disk;
  struct entry *entry;
  /// A journal or log that was made by this opening, whose first sync makes names durable.
  bool syncs_folder;
};

static struct file *of(sqlite3_file *base) { return (struct file *)base; }
static sqlite3_file *real(sqlite3_file *base) { return (sqlite3_file *)(of(base) + 1); }

static bool is_off(sqlite3_file *base) { return power_cut_happened(of(base)->disk); }

static int file_close(sqlite3_file *base) {
  sqlite3_file *inner = real(base);
  return inner->pMethods ? inner->pMethods->xClose(inner) : SQLITE_OK;
}

static int file_read(sqlite3_file *base, void *bytes, int count, sqlite3_int64 offset) {
  if (is_off(base)) return SQLITE_IOERR_READ;
  return real(base)->pMethods->xRead(real(base), bytes, count, offset);
}

static int file_write(sqlite3_file *base, const void *bytes, int count, sqlite3_int64 offset) {
  struct file *file = of(base);
  pthread_mutex_lock(&file->disk->mutex);
  // What the power goes off with is under way too.
  bool was_off = file->disk->is_off;
  bool is_allowed = disk_allows_change(file->disk);
  bool is_noted = was_off || entry_append(file->entry, bytes, count, offset);
  pthread_mutex_unlock(&file->disk->mutex);
  if (!is_allowed || !is_noted) return SQLITE_IOERR_WRITE;
  return real(base)->pMethods->xWrite(real(base), bytes, count, offset);
}

static int file_truncate(sqlite3_file *base, sqlite3_int64 size) {
  struct file *file = of(base);
  pthread_mutex_lock(&file->disk->mutex);
  bool was_off = file->disk->is_off;
  bool is_allowed = disk_allows_change(file->disk);
  bool is_noted = was_off || entry_append(file->entry, NULL, 0, size);
  pthread_mutex_unlock(&file->disk->mutex);
  if (!is_allowed || !is_noted) return SQLITE_IOERR_TRUNCATE;
  return real(base)->pMethods->xTruncate(real(base), size);
}

static int file_sync(sqlite3_file *base, int flags) {
  (void)flags;
  struct file *file = of(base);
  power_cut_disk *disk = file->disk;
  pthread_mutex_lock(&disk->mutex);
  bool is_synced = disk_allows_change(disk);
  if (is_synced && !disk->ignores_syncs) {
    is_synced = entry_settle(file->entry);
    if (file->syncs_folder) {
      for (struct entry *entry = disk->entries; entry; entry = entry->next)
        entry->is_durable = entry->exists;
      file->syncs_folder = false;
    }
  }
  pthread_mutex_unlock(&disk->mutex);
  // The real disk need not keep any of it.
  return is_synced ? SQLITE_OK : SQLITE_IOERR_FSYNC;
}

static int file_size(sqlite3_file *base, sqlite3_int64 *size) {
  if (is_off(base)) return SQLITE_IOERR_FSTAT;
  return real(base)->pMethods->xFileSize(real(base), size);
}

static int file_lock(sqlite3_file *base, int level) {
  return real(base)->pMethods->xLock(real(base), level);
}

static int file_unlock(sqlite3_file *base, int level) {
  return real(base)->pMethods->xUnlock(real(base), level);
}

static int file_check_lock(sqlite3_file *base, int *is_reserved) {
  return real(base)->pMethods->xCheckReservedLock(real(base), is_reserved);
}

static int file_control(sqlite3_file *base, int operation, void *argument) {
  // A hint of the size would be a change that nobody counts.
  if (operation == SQLITE_FCNTL_SIZE_HINT) return SQLITE_OK;
  return real(base)->pMethods->xFileControl(real(base), operation, argument);
}

static int file_sector_size(sqlite3_file *base) {
  (void)base;
  return POWER_CUT_SECTOR;
}

static int file_characteristics(sqlite3_file *base) {
  return real(base)->pMethods->xDeviceCharacteristics(real(base));
}

static int file_map_shared(
  sqlite3_file *base, int region, int size, int extends, void volatile **memory
) {
  if (is_off(base)) return SQLITE_IOERR_SHMMAP;
  return real(base)->pMethods->xShmMap(real(base), region, size, extends, memory);
}

static int file_lock_shared(sqlite3_file *base, int offset, int count, int flags) {
  return real(base)->pMethods->xShmLock(real(base), offset, count, flags);
}

static void file_barrier(sqlite3_file *base) {
  real(base)->pMethods->xShmBarrier(real(base));
}

static int file_unmap_shared(sqlite3_file *base, int deletes) {
  return real(base)->pMethods->xShmUnmap(real(base), deletes);
}

/// Version 2: with shared memory, without mapped pages, whose writes nobody would see.
static const sqlite3_io_methods methods = {
  .iVersion = 2,
  .xClose = file_close,
  .xRead = file_read,
  .xWrite = file_write,
  .xTruncate = file_truncate,
  .xSync = file_sync,
  .xFileSize = file_size,
  .xLock = file_lock,
  .xUnlock = file_unlock,
  .xCheckReservedLock = file_check_lock,
  .xFileControl = file_control,
  .xSectorSize = file_sector_size,
  .xDeviceCharacteristics = file_characteristics,
  .xShmMap = file_map_shared,
  .xShmLock = file_lock_shared,
  .xShmBarrier = file_barrier,
  .xShmUnmap = file_unmap_shared,
};

/// Finds or makes the entry of a file about to be opened, and says whether the file is new.
static int prepare(power_cut_disk *disk, const char *path, int flags, struct file *file) {
  pthread_mutex_lock(&disk->mutex);
  int result = disk->is_off ? SQLITE_CANTOPEN : SQLITE_OK;
  struct entry *entry = result == SQLITE_OK ? disk_entry(disk, path) : NULL;
  if (result == SQLITE_OK && !entry) result = SQLITE_NOMEM;
  if (entry && !entry->exists) {
    int journals = SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL | SQLITE_OPEN_WAL;
    if (!(flags & SQLITE_OPEN_CREATE) || !disk_allows_change(disk)) result = SQLITE_CANTOPEN;
    // A file that the power goes off with may be there afterwards, and empty.
    entry->exists = (flags & SQLITE_OPEN_CREATE) != 0;
    entry_settle(entry);
    entry->durable_count = 0;
    file->syncs_folder = (flags & journals) != 0;
  }
  file->entry = entry;
  pthread_mutex_unlock(&disk->mutex);
  return result;
}

static int disk_open(
  sqlite3_vfs *vfs, const char *path, sqlite3_file *base, int flags, int *out_flags
) {
  power_cut_disk *disk = vfs->pAppData;
  struct file *file = of(base);
  memset(file, 0, sizeof *file);
  file->disk = disk;
  // Nameless files are nobody's to find after a cut.
  if (!path) return SQLITE_CANTOPEN;
  int result = prepare(disk, path, flags, file);
  if (result != SQLITE_OK) return result;
  result = disk->real->xOpen(disk->real, path, real(base), flags, out_flags);
  if (result == SQLITE_OK) base->pMethods = &methods;
  return result;
}

static int disk_delete(sqlite3_vfs *vfs, const char *path, int syncs_folder) {
  power_cut_disk *disk = vfs->pAppData;
  pthread_mutex_lock(&disk->mutex);
  bool is_allowed = disk_allows_change(disk);
  struct entry *entry = is_allowed ? disk_entry(disk, path) : NULL;
  if (entry) {
    entry->exists = false;
    if (syncs_folder && !disk->ignores_syncs) {
      entry->is_durable = false;
      entry_settle(entry);
      entry->durable_count = 0;
    }
  }
  pthread_mutex_unlock(&disk->mutex);
  if (!entry) return SQLITE_IOERR_DELETE;
  return disk->real->xDelete(disk->real, path, 0);
}

static int disk_access(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
  power_cut_disk *disk = vfs->pAppData;
  if (power_cut_happened(disk)) return SQLITE_IOERR_ACCESS;
  return disk->real->xAccess(disk->real, path, flags, result);
}

power_cut_disk *power_cut_create(const char *name, uint64_t seed) {
  power_cut_disk *disk = calloc(1, sizeof *disk);
  char *copy = strdup(name);
  if (!disk || !copy) {
    free(disk);
    free(copy);
    return NULL;
  }
  pthread_mutex_init(&disk->mutex, NULL);
  disk->real = sqlite3_vfs_find("unix");
  disk->random = seed;
  disk->changes_left = -1;
  disk->vfs = *disk->real;
  // What needs no care is the real file system's own.
  disk->vfs.pNext = NULL;
  disk->vfs.zName = copy;
  disk->vfs.pAppData = disk;
  disk->vfs.szOsFile = (int)sizeof(struct file) + disk->real->szOsFile;
  disk->vfs.xOpen = disk_open;
  disk->vfs.xDelete = disk_delete;
  disk->vfs.xAccess = disk_access;
  sqlite3_vfs_register(&disk->vfs, 0);
  return disk;
}
