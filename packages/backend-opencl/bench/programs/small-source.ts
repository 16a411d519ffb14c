/** The kernel that all of these benchmarks build. */
export function smallSource(name: string): string {
  return `__kernel void ${name}(float a, __global const float* x, __global float* y, int n) {
    int i = get_global_id(0); if (i < n) y[i] = a * x[i] + y[i]; }`;
}
