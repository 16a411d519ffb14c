// What a programmer would write by hand, compiled by the same compiler with -O3 -march=native -fopenmp.
extern "C" void openmp_add(const float *a, const float *b, float *c, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) c[i] = a[i] + b[i];
}
