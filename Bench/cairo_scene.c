// Draws with cairo, on one thread, a scene as rich as the one `feedbench` draws: a linear gradient
// over 1080 x 1080 pixels and on it 14 translucent discs of the same sizes at random places.
//
//   cc -O2 Bench/cairo_scene.c -o cairo_scene $(pkg-config --cflags --libs cairo)
//   ./cairo_scene [rounds]
//
// It prints the nanoseconds of each round, one a line, as `feedbench` does: run them in turn.

#include <cairo.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { side = 1080, disc_count = 14 };

static uint64_t state = 1;

static double number(double low, double high) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return low + (high - low) * (double)(state >> 33) / 2147483648.0;
}

static void draw(cairo_surface_t *surface) {
  cairo_t *cairo = cairo_create(surface);
  cairo_pattern_t *ground = cairo_pattern_create_linear(0, 0, side, side * 0.6);
  for (int stop = 0; stop < 9; stop++)
    cairo_pattern_add_color_stop_rgb(ground, stop / 8.0, 0.2 + 0.05 * stop, 0.3 + 0.03 * stop, 0.6);
  cairo_set_source(cairo, ground);
  cairo_paint(cairo);
  cairo_pattern_destroy(ground);
  state = 1;
  for (int disc = 0; disc < disc_count; disc++) {
    double radius = side * 0.34 / (1 + 0.28 * disc);
    double x = number(0.02, 0.98) * side;
    double y = number(0.02, 0.98) * side;
    double alpha = number(0.62, 0.94);
    cairo_set_source_rgba(cairo, number(0, 1), number(0, 1), number(0, 1), alpha);
    cairo_arc(cairo, x, y, radius, 0, 2 * M_PI);
    cairo_fill(cairo);
  }
  cairo_destroy(cairo);
  cairo_surface_flush(surface);
}

int main(int count, char **arguments) {
  int rounds = count > 1 ? atoi(arguments[1]) : 20;
  for (int round = 0; round < rounds; round++) {
    struct timespec began, ended;
    clock_gettime(CLOCK_MONOTONIC, &began);
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, side, side);
    draw(surface);
    clock_gettime(CLOCK_MONOTONIC, &ended);
    if (cairo_surface_status(surface) != CAIRO_STATUS_SUCCESS) return 1;
    cairo_surface_destroy(surface);
    long long seconds = ended.tv_sec - began.tv_sec;
    printf("%lld\n", seconds * 1000000000 + (ended.tv_nsec - began.tv_nsec));
  }
  return 0;
}
