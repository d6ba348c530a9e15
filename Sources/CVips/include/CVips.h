// Typed functions over the variadic ones of libvips, which Swift can not call.
//
// Whatever fails leaves its reason in libvips' error buffer: `cvips_take_error`.
#pragma once

#include <stddef.h>
#include <stdint.h>

// Counts the changes of the options that the encoders below give to libvips: they change bytes as
// much as another library does. So does what else the worker does to their results.
enum { cvips_options_revision = 1 };

// Starts libvips: one thread a picture, nothing cached, nothing read from files, messages to
// standard error. Gives 0, or -1.
int cvips_start(const char *program_name);

// The version of the loaded library, as "8.14.1".
const char *cvips_version(void);

// The encoders take width x height pixels of four bytes (R, G, B, straight alpha; sRGB) and write
// no metadata but what libvips insists on. Equal arguments give equal bytes. The result is the
// caller's to give to `cvips_free`. They give 0, or -1.

// Baseline, 4:2:0 (4:4:4 from quality 90), transparent parts on white.
int cvips_encode_jpeg(const void *pixels, int width, int height, int quality, void **encoded,
                      size_t *encoded_count);

// Fast rather than small; alpha is kept.
int cvips_encode_png(const void *pixels, int width, int height, void **encoded,
                     size_t *encoded_count);

// Lossy with lossless alpha. libvips 8.14 adds EXIF with the resolution, also when told to strip.
int cvips_encode_webp(const void *pixels, int width, int height, int quality, void **encoded,
                      size_t *encoded_count);

// Gives back what an encoder made.
void cvips_free(void *encoded);

// Moves the errors so far into `text`, ended by a zero byte and cut to `capacity` - 1 bytes.
void cvips_take_error(char *text, size_t capacity);

// The SHA-256 of some bytes as 64 lower-case hexadecimal digits and a zero byte.
void cvips_sha256(const void *bytes, size_t count, char digits[65]);
