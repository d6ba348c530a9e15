#include "cpostgres.h"

#include <dlfcn.h>
#include <pthread.h>

// Where each function is, of the type that libpq's header gives it.
static struct {
#define FIELD(result, name, parameters, arguments) __typeof__(name) *name;
  CPOSTGRES_FUNCTIONS(FIELD)
#undef FIELD
} library;

// Loads come from any thread, and each finds the same.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int is_loaded;

static int load(const char *file_name) {
  void *handle = dlopen(file_name, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return 0;
#define FIND(result, name, parameters, arguments)     \
  *(void **)&library.name = dlsym(handle, #name);     \
  if (library.name == NULL) {                         \
    dlclose(handle);                                  \
    return 0;                                         \
  }
  CPOSTGRES_FUNCTIONS(FIND)
#undef FIND
  return 1;
}

int cpostgres_load(const char *file_name) {
  pthread_mutex_lock(&lock);
  if (!is_loaded) is_loaded = load(file_name);
  int found = is_loaded;
  pthread_mutex_unlock(&lock);
  return found;
}

#define DEFINE(result, name, parameters, arguments) \
  result c##name parameters { return library.name arguments; }
CPOSTGRES_FUNCTIONS(DEFINE)
#undef DEFINE
