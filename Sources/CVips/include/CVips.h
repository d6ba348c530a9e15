// Typed functions over the variadic ones of libvips, which Swift can not call.
//
// Whatever fails leaves its reason in libvips' error buffer: `cvips_take_error`.
#pragma once

#include <stddef.h>
#include <stdint.h>

// Counts the changes of the options that the functions below give to libvips: they change bytes as
// much as another library does. So does what else the worker does to their results.
enum { cvips_options_revision = 3 };

// Starts libvips: one thread a picture, nothing cached, no loader but those of `cvips_loader`,
// nothing kept in files, messages to standard error. Gives 0, or -1.
int cvips_start(const char *program_name);

// Converts colours once, so that nothing is opened for it later. Gives 0, or -1.
int cvips_warm_up_colours(void);

// The version of the loaded library, as "8.14.1".
const char *cvips_version(void);

// A picture, which may be a plan for one: what it is made from must outlive it. It is the caller's
// to give to `cvips_release`.
typedef struct cvips_picture cvips_picture;
void cvips_release(cvips_picture *picture);

// Reading. Whatever is read is a whole file in memory, and is hostile.

// The loaders that are not blocked.
typedef enum {
  cvips_loader_jpeg,
  cvips_loader_png,
  cvips_loader_webp,
  cvips_loader_gif,
  cvips_loader_heif,
} cvips_loader;

// What a file's header says.
typedef struct {
  // Pixels of the upright picture.
  int width, height;
  int frames;
  // Of HEIF: the codec, as "hevc" or "av1"; else empty.
  char compression[16];
  // The time it was taken as EXIF has it, "2006:01:02 15:04:05"; else empty.
  char taken_at[20];
} cvips_header;

// Reads no more than the header. Gives 0, or -1.
int cvips_read_header(const void *bytes, size_t count, cvips_loader loader, cvips_header *header);

// Plans the largest centred crop of a file's first frame that has the aspect ratio of width x
// height, upright, in sRGB with 8 bits, without metadata, shrunk to that size; where the frame is
// smaller, so is the picture. A ratio that only rounding made another one crops nothing: all of the
// frame is there. A file that is cut off fails, when the picture is made. Null fails.
cvips_picture *cvips_open(const void *bytes, size_t count, cvips_loader loader, int width,
                          int height);

// Makes a planned picture: the new one lies in memory. Null fails.
cvips_picture *cvips_draw(cvips_picture *picture);

// Plans the largest centred crop of a picture, as above, shrunk to width x height. Null fails.
cvips_picture *cvips_shrink(cvips_picture *picture, int width, int height);

// Width x height pixels of four bytes (R, G, B, straight alpha; sRGB), which are not copied. Null
// fails.
cvips_picture *cvips_wrap(const void *pixels, int width, int height);

int cvips_width(const cvips_picture *picture);
int cvips_height(const cvips_picture *picture);
int cvips_has_alpha(const cvips_picture *picture);

// Writing. Equal pictures give equal bytes, with no metadata but what libvips insists on. What is
// written is the caller's to give to `cvips_free`. These give 0, or -1.

// Four bytes a pixel, as `cvips_wrap` takes them.
int cvips_write_pixels(cvips_picture *picture, void **bytes, size_t *count);

// Baseline, 4:2:0 (4:4:4 from quality 90), transparent parts on white.
int cvips_write_jpeg(cvips_picture *picture, int quality, void **bytes, size_t *count);

// Fast rather than small; alpha is kept.
int cvips_write_png(cvips_picture *picture, void **bytes, size_t *count);

// Lossy with lossless alpha. libvips 8.14 adds EXIF with the resolution, also when told to strip.
int cvips_write_webp(cvips_picture *picture, int quality, void **bytes, size_t *count);

// Gives back what was written.
void cvips_free(void *bytes);

// Moves the errors so far into `text`, ended by a zero byte and cut to `capacity` - 1 bytes.
void cvips_take_error(char *text, size_t capacity);

// The SHA-256 of some bytes as 64 lower-case hexadecimal digits and a zero byte.
void cvips_sha256(const void *bytes, size_t count, char digits[65]);
