#include <sqlite3.h>

// Ends SQLite's own count of its memory, for which all threads take a lock at each allocation
// (sqlite.org/c3ref/c_config_covering_index_scan.html, SQLITE_CONFIG_MEMSTATUS). SQLITE_MISUSE
// where SQLite is in use already.
static inline int csqlite_end_memory_statistics(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
