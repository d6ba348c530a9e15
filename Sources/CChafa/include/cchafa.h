// Pictures as texts that a terminal shows, made by libchafa, which is loaded when it is first used:
// a program that shows no picture starts without it, and as fast.
#pragma once

#include <stddef.h>
#include <stdint.h>

// The library, which stays loaded.
typedef struct cchafa_library cchafa_library;

// Loads the library of this name. Null: it is not there, or older than 1.12; it is the caller's to
// free.
cchafa_library *cchafa_open(const char *file_name);

// How a terminal shows pictures.
typedef enum {
  // As characters in colours.
  cchafa_characters,
  // As pixels, in the way of DEC's terminals, of kitty or of iTerm2.
  cchafa_sixels,
  cchafa_kitty,
  cchafa_iterm2,
} cchafa_way;

// The best way of the terminal that the environment tells of: texts NAME=VALUE, behind the last a
// null.
cchafa_way cchafa_best_way(const cchafa_library *library, char **environment);

// Rows of 8-bit R, G, B, A, straight alpha, without a gap between them.
typedef struct {
  const uint8_t *pixels;
  int width, height;
} cchafa_picture;

// The cells of a terminal that a picture fills, and how many pixels each has.
typedef struct {
  int columns, rows;
  int cell_width, cell_height;
} cchafa_place;

// The text that shows a picture, lines of characters with breaks between, and its size; it is the
// caller's to free. Without colours it is characters that steer nothing. Null: no memory.
char *cchafa_text(const cchafa_library *library, char **environment, int has_colours,
                  cchafa_picture picture, cchafa_place place, size_t *count);
