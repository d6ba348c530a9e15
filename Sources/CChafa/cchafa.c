#include "cchafa.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

// What is used of libchafa.so.0, as its headers of 1.12 declare it. They are not included, so that
// nothing makes the linker name the library in the program.

typedef struct terminal_database terminal_database;
typedef struct terminal_info terminal_info;
typedef struct symbol_map symbol_map;
typedef struct canvas_config canvas_config;
typedef struct canvas canvas;
// The first fields of GLib's GString.
typedef struct {
  char *text;
  size_t count;
} string;

enum { pixels_rgba8_straight = 4 };
enum { symbols_space = 1 << 0, symbols_block = 1 << 3, symbols_border = 1 << 4 };
enum { symbols_wide = 1 << 18 };
enum { mode_true_colour = 0, mode_256 = 2, mode_16 = 3, mode_no_colour = 5, mode_8 = 6 };
enum { dither_none = 0, dither_ordered = 1 };
enum {
  sequence_colour_direct = 33,
  sequence_colour_256 = 36,
  sequence_colour_16 = 39,
  sequence_sixels = 40,
  sequence_kitty = 43,
  sequence_iterm2 = 47,
};

// Each function with what it gives and takes.
#define FUNCTIONS(FUNCTION)                                                                    \
  FUNCTION(terminal_database *, chafa_term_db_get_default, (void))                             \
  FUNCTION(terminal_info *, chafa_term_db_detect, (terminal_database *, char **))              \
  FUNCTION(int, chafa_term_info_have_seq, (const terminal_info *, int))                        \
  FUNCTION(void, chafa_term_info_unref, (terminal_info *))                                     \
  FUNCTION(symbol_map *, chafa_symbol_map_new, (void))                                         \
  FUNCTION(void, chafa_symbol_map_add_by_tags, (symbol_map *, int))                            \
  FUNCTION(void, chafa_symbol_map_remove_by_tags, (symbol_map *, int))                         \
  FUNCTION(void, chafa_symbol_map_unref, (symbol_map *))                                       \
  FUNCTION(canvas_config *, chafa_canvas_config_new, (void))                                   \
  FUNCTION(void, chafa_canvas_config_set_geometry, (canvas_config *, int, int))                \
  FUNCTION(void, chafa_canvas_config_set_cell_geometry, (canvas_config *, int, int))           \
  FUNCTION(void, chafa_canvas_config_set_canvas_mode, (canvas_config *, int))                  \
  FUNCTION(void, chafa_canvas_config_set_pixel_mode, (canvas_config *, int))                   \
  FUNCTION(void, chafa_canvas_config_set_symbol_map, (canvas_config *, const symbol_map *))    \
  FUNCTION(void, chafa_canvas_config_set_dither_mode, (canvas_config *, int))                  \
  FUNCTION(void, chafa_canvas_config_unref, (canvas_config *))                                 \
  FUNCTION(canvas *, chafa_canvas_new, (const canvas_config *))                                \
  FUNCTION(void, chafa_canvas_draw_all_pixels,                                                 \
           (canvas *, int, const uint8_t *, int, int, int))                                    \
  FUNCTION(string *, chafa_canvas_print, (canvas *, terminal_info *))                          \
  FUNCTION(void, chafa_canvas_unref, (canvas *))                                               \
  FUNCTION(char *, g_string_free, (string *, int))

struct cchafa_library {
#define FUNCTION(result, name, arguments) result(*name) arguments;
  FUNCTIONS(FUNCTION)
#undef FUNCTION
};

cchafa_library *cchafa_open(const char *file_name) {
  void *handle = dlopen(file_name, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return NULL;
  cchafa_library *library = calloc(1, sizeof *library);
  int is_whole = library != NULL;
#define FUNCTION(result, name, arguments)                                          \
  if (is_whole) {                                                                  \
    *(void **)&library->name = dlsym(handle, #name);                               \
    is_whole = library->name != NULL;                                              \
  }
  FUNCTIONS(FUNCTION)
#undef FUNCTION
  if (is_whole) return library;
  free(library);
  dlclose(handle);
  return NULL;
}

static terminal_info *detect(const cchafa_library *library, char **environment) {
  return library->chafa_term_db_detect(library->chafa_term_db_get_default(), environment);
}

static cchafa_way best_way(const cchafa_library *library, const terminal_info *terminal) {
  if (library->chafa_term_info_have_seq(terminal, sequence_kitty)) return cchafa_kitty;
  if (library->chafa_term_info_have_seq(terminal, sequence_iterm2)) return cchafa_iterm2;
  if (library->chafa_term_info_have_seq(terminal, sequence_sixels)) return cchafa_sixels;
  return cchafa_characters;
}

cchafa_way cchafa_best_way(const cchafa_library *library, char **environment) {
  terminal_info *terminal = detect(library, environment);
  cchafa_way way = best_way(library, terminal);
  library->chafa_term_info_unref(terminal);
  return way;
}

static int colours(const cchafa_library *library, const terminal_info *terminal) {
  if (library->chafa_term_info_have_seq(terminal, sequence_colour_direct)) return mode_true_colour;
  // Without the 16 colours that people give their terminals other values.
  if (library->chafa_term_info_have_seq(terminal, sequence_colour_256)) return mode_256;
  if (library->chafa_term_info_have_seq(terminal, sequence_colour_16)) return mode_16;
  return mode_8;
}

static canvas_config *configure(const cchafa_library *library, cchafa_place place, int mode,
                                cchafa_way way) {
  // Blocks are in every terminal's font, and of one column.
  symbol_map *symbols = library->chafa_symbol_map_new();
  library->chafa_symbol_map_add_by_tags(symbols, symbols_space | symbols_block | symbols_border);
  library->chafa_symbol_map_remove_by_tags(symbols, symbols_wide);
  canvas_config *config = library->chafa_canvas_config_new();
  library->chafa_canvas_config_set_geometry(config, place.columns, place.rows);
  library->chafa_canvas_config_set_cell_geometry(config, place.cell_width, place.cell_height);
  library->chafa_canvas_config_set_canvas_mode(config, mode);
  library->chafa_canvas_config_set_pixel_mode(config, way);
  library->chafa_canvas_config_set_symbol_map(config, symbols);
  // Greys, where there is but one colour.
  int dither = mode == mode_no_colour ? dither_ordered : dither_none;
  library->chafa_canvas_config_set_dither_mode(config, dither);
  library->chafa_symbol_map_unref(symbols);
  return config;
}

// Leaves the sequences out that set attributes, ESC [ … m: a terminal without colours may not know
// them.
static size_t without_sequences(char *text, size_t count) {
  size_t kept = 0;
  for (size_t index = 0; index < count; index++) {
    if (text[index] == '\x1b') {
      while (index < count && text[index] != 'm') index++;
    } else {
      text[kept++] = text[index];
    }
  }
  return kept;
}

char *cchafa_text(const cchafa_library *library, char **environment, int has_colours,
                  cchafa_picture picture, cchafa_place place, size_t *count) {
  terminal_info *terminal = detect(library, environment);
  cchafa_way way = has_colours ? best_way(library, terminal) : cchafa_characters;
  int mode = has_colours ? colours(library, terminal) : mode_no_colour;
  canvas_config *config = configure(library, place, mode, way);
  canvas *painted = library->chafa_canvas_new(config);
  library->chafa_canvas_draw_all_pixels(painted, pixels_rgba8_straight, picture.pixels,
                                        picture.width, picture.height, picture.width * 4);
  string *printed = library->chafa_canvas_print(painted, terminal);
  if (!has_colours) printed->count = without_sequences(printed->text, printed->count);
  *count = printed->count;
  char *text = malloc(printed->count + 1);
  if (text != NULL) memcpy(text, printed->text, printed->count);
  library->g_string_free(printed, 1);
  library->chafa_canvas_unref(painted);
  library->chafa_canvas_config_unref(config);
  library->chafa_term_info_unref(terminal);
  return text;
}
