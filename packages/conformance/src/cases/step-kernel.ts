/** Work whose result tells in which order it ran, for the cases about streams. */

/** A repeat count makes `step` take longer: a million takes some milliseconds on any device. */
export const step = {
  portable: `
KERNEL void step(GLOBAL unsigned int* x, unsigned int add, int repeat) {
  unsigned int v = x[0];
  for (int i = 0; i < repeat; i++) v = v * 1664525u + 1013904223u;
  x[0] = v * 31u + add;
}
KERNEL void copy_first(GLOBAL const unsigned int* from, GLOBAL unsigned int* to) { to[0] = from[0]; }
`,
};

/** `step` in CUDA C++, for a source beside it that portable text cannot have. */
export const stepInCuda = `
__global__ void step(unsigned int* x, unsigned int add, int repeat) {
  unsigned int v = x[0];
  for (int i = 0; i < repeat; i++) v = v * 1664525u + 1013904223u;
  x[0] = v * 31u + add;
}
`;

/** What `step` makes of a value. */
export function stepped(x: number, add: number, repeat: number): number {
  let v = x;
  for (let i = 0; i < repeat; i++) v = (Math.imul(v, 1664525) + 1013904223) >>> 0;
  return (Math.imul(v, 31) + add) >>> 0;
}

/** One thread. */
export const one = { grid: 1, block: 1 } as const;
