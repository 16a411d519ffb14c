// A source of one kernel, as most are: what the kernel does not ask for, such as gridDim, is not kept for it either.
__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
// As the package writes it.
HEDDLE_ENTRY(HEDDLE_INT_INDEX_FORM | HEDDLE_ROW_FORM, 0, "add", add)
