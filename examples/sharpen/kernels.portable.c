// The kernels of kernels.cu in the portable dialect, for devices whose compilers take no CUDA C++ (OpenCL).
// There are no templates here: the tile is fixed by macros, and the weights are a buffer instead of a module constant.

#define CHANNELS 3

DEVICE int clamped(int value, int last) { return value < 0 ? 0 : value > last ? last : value; }

KERNEL void blur(GLOBAL const unsigned char* image, GLOBAL const float* weights, GLOBAL float* blurred, int width, int height) {
  SHARED float tile[TILE_Y + 2 * RADIUS][TILE_X + 2 * RADIUS];
  const int channel = BLOCK_INDEX(2);
  const int left = (int)BLOCK_INDEX(0) * TILE_X - RADIUS;
  const int top = (int)BLOCK_INDEX(1) * TILE_Y - RADIUS;

  for (int y = THREAD_INDEX(1); y < TILE_Y + 2 * RADIUS; y += BLOCK_SIZE(1)) {
    const int row = clamped(top + y, height - 1) * width;
    for (int x = THREAD_INDEX(0); x < TILE_X + 2 * RADIUS; x += BLOCK_SIZE(0)) {
      tile[y][x] = image[(row + clamped(left + x, width - 1)) * CHANNELS + channel];
    }
  }
  BARRIER();

  for (int y = THREAD_INDEX(1); y < TILE_Y; y += BLOCK_SIZE(1)) {
    for (int x = THREAD_INDEX(0); x < TILE_X; x += BLOCK_SIZE(0)) {
      const int column = left + RADIUS + x;
      const int row = top + RADIUS + y;
      if (column >= width || row >= height) continue;
      float sum = 0;
      for (int j = 0; j <= 2 * RADIUS; ++j) {
        float line = 0;
        for (int i = 0; i <= 2 * RADIUS; ++i) line += weights[i] * tile[y + j][x + i];
        sum += weights[j] * line;
      }
      blurred[(row * width + column) * CHANNELS + channel] = sum;
    }
  }
}

KERNEL void unsharp(GLOBAL const unsigned char* image, GLOBAL const float* blurred, float amount, GLOBAL unsigned char* sharp, int n) {
  const int i = (int)GLOBAL_INDEX(0);
  if (i >= n) return;
  const float value = image[i] + amount * (image[i] - blurred[i]);
  sharp[i] = (unsigned char)(value < 0 ? 0 : value > 255 ? 255 : value + 0.5f);
}
