/**
 * A convolution of an image with a 7 × 7 filter, and what of it can be tuned: the block, and the tile of pixels that
 * one thread computes.
 *
 * `heddle tune examples/tune-convolution/options.ts` searches it; main.ts does so as a program.
 */
const width = 512;
const height = 256;
const filterSize = 7;

const image = Float32Array.from(
  { length: (width + filterSize - 1) * (height + filterSize - 1) },
  (_, i) => (i * 37) % 101,
);
const filter = Float32Array.from({ length: filterSize ** 2 }, (_, i) => ((i * 13) % 7) - 3);

const source = `
__global__ void convolution(float* output, const float* image, const float* weights) {
  const int row = ${width + filterSize - 1};
  int x0 = (blockIdx.x * block_size_x + threadIdx.x) * tile_size_x;
  int y0 = (blockIdx.y * block_size_y + threadIdx.y) * tile_size_y;
  float sum[tile_size_y][tile_size_x] = {};
  for (int i = 0; i < ${filterSize}; i++)
    for (int j = 0; j < ${filterSize}; j++)
      for (int ty = 0; ty < tile_size_y; ty++)
        for (int tx = 0; tx < tile_size_x; tx++)
          if (x0 + tx < ${width} && y0 + ty < ${height})
            sum[ty][tx] += weights[i * ${filterSize} + j] * image[(y0 + ty + i) * row + x0 + tx + j];
  for (int ty = 0; ty < tile_size_y; ty++)
    for (int tx = 0; tx < tile_size_x; tx++)
      if (x0 + tx < ${width} && y0 + ty < ${height}) output[(y0 + ty) * ${width} + x0 + tx] = sum[ty][tx];
}`;

/** The options of tuneKernel. */
export default {
  kernel: 'convolution',
  source,
  problemSize: [width, height],
  arguments: [new Float32Array(width * height), image, filter],
  answer: [reference(), null, null],
  tune: {
    block_size_x: [8, 16, 32, 64],
    block_size_y: [1, 2, 4, 8],
    tile_size_x: [1, 2, 4],
    tile_size_y: [1, 2, 4],
  },
  gridDivX: ['block_size_x', 'tile_size_x'],
  gridDivY: ['block_size_y', 'tile_size_y'],
  restrictions: ['block_size_x * block_size_y >= 32', 'tile_size_x * tile_size_y <= 8'],
  metrics: { 'GFLOP/s': `${2 * filterSize ** 2 * width * height} / (time / 1e3) / 1e9` },
};

function reference(): Float32Array {
  const row = width + filterSize - 1;
  const output = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let i = 0; i < filterSize; i++) {
        for (let j = 0; j < filterSize; j++)
          sum += (filter[i * filterSize + j] ?? 0) * (image[(y + i) * row + x + j] ?? 0);
      }
      output[y * width + x] = sum;
    }
  }
  return output;
}
