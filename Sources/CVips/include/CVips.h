// Typed functions over the variadic ones of libvips, which Swift can not call.
//
// Whatever fails leaves its reason in libvips' error buffer: `cvips_take_error`.
#pragma once

#include <stddef.h>
#include <stdint.h>

// How pictures become JPEG files.
typedef struct {
  int quality;
} cvips_jpeg_options;

// How pictures become PNG files.
typedef struct {
  // zlib's level, 0 to 9.
  int compression;
} cvips_png_options;

// How pictures become WebP files.
typedef struct {
  int quality;
  // Of the transparency, 0 to 100; 100 loses nothing.
  int alpha_quality;
  // 0 (fastest) to 6 (smallest).
  int effort;
} cvips_webp_options;

// Starts libvips: one thread a picture, nothing cached, nothing read from files, messages to
// standard error. Gives 0, or -1.
int cvips_start(const char *program_name);

// The version of the loaded library, as "8.14.1".
const char *cvips_version(void);

// Encodes width x height pixels of four bytes (R, G, B, straight alpha; sRGB). The result is the
// caller's to give to `cvips_free`. Gives 0, or -1.
int cvips_encode_jpeg(const void *pixels, int width, int height, cvips_jpeg_options options,
                      void **encoded, size_t *encoded_count);
int cvips_encode_png(const void *pixels, int width, int height, cvips_png_options options,
                     void **encoded, size_t *encoded_count);
int cvips_encode_webp(const void *pixels, int width, int height, cvips_webp_options options,
                      void **encoded, size_t *encoded_count);

// Gives back what an encoder made.
void cvips_free(void *encoded);

// Moves the errors so far into `text`, ended by a zero byte and cut to `capacity` - 1 bytes.
void cvips_take_error(char *text, size_t capacity);

// The SHA-256 of some bytes as 64 lower-case hexadecimal digits and a zero byte.
void cvips_sha256(const void *bytes, size_t count, char digits[65]);
