// Plain C functions; compiled with the kernels' flags, but exported.
#define EXPORTED extern "C" __attribute__((visibility("default")))
EXPORTED float sum_array(const float *a, int n, float scale) {
  float sum = 0;
  for (int i = 0; i < n; i++) sum += a[i];
  return sum * scale;
}
EXPORTED void scale_array(double *a, long long n, double by) {
  for (long long i = 0; i < n; i++) a[i] *= by;
}
EXPORTED int add_ints(int a, int b) { return a + b; }
EXPORTED long long add_longs(long long a, long long b) { return a + b; }
EXPORTED double mixed(int a, double b, float c, long long d, const char *e, float f, unsigned char g, double h, int i,
                      int j, int k, double l, float m, double n, double o, double p, float q, int r, double s,
                      short t, long long u) {
  return a + 2 * b + 3 * c + 4.0 * d + 5 * e[0] + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j + 11 * k + 12 * l + 13 * m +
         14 * n + 15 * o + 16 * p + 17 * q + 18 * r + 19 * s + 20 * t + 21.0 * u;
}
EXPORTED int none() { return -7; }
#define T8(p) double p##0, double p##1, double p##2, double p##3, double p##4, double p##5, double p##6, double p##7
#define S8(p) (p##0 + 2 * p##1 + 3 * p##2 + 4 * p##3 + 5 * p##4 + 6 * p##5 + 7 * p##6 + 8 * p##7)
EXPORTED double sixty_four(T8(a), T8(b), T8(c), T8(d), T8(e), T8(f), T8(g), T8(h)) {
  return S8(a) + 10 * S8(b) + 100 * S8(c) + 1000 * S8(d) + 1e4 * S8(e) + 1e5 * S8(f) + 1e6 * S8(g) + 1e7 * S8(h);
}
