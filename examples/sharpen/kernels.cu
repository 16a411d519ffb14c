// A tiled Gaussian blur and an unsharp mask over an interleaved RGB image.
//
// A block loads its tile and a border of RADIUS pixels into shared memory once, then every thread blurs the pixels of
// the tile that fall to it. TILE_X and TILE_Y are pixels; blockDim is threads, and may be smaller than the tile.

#define CHANNELS 3

__constant__ float weights[2 * RADIUS + 1];

__device__ int clamped(int value, int last) { return value < 0 ? 0 : value > last ? last : value; }

template <int TILE_X, int TILE_Y>
__global__ void blur(const unsigned char* image, float* blurred, int width, int height) {
  __shared__ float tile[TILE_Y + 2 * RADIUS][TILE_X + 2 * RADIUS];
  const int channel = blockIdx.z;
  const int left = blockIdx.x * TILE_X - RADIUS;
  const int top = blockIdx.y * TILE_Y - RADIUS;

  for (int y = threadIdx.y; y < TILE_Y + 2 * RADIUS; y += blockDim.y) {
    const int row = clamped(top + y, height - 1) * width;
    for (int x = threadIdx.x; x < TILE_X + 2 * RADIUS; x += blockDim.x) {
      tile[y][x] = image[(row + clamped(left + x, width - 1)) * CHANNELS + channel];
    }
  }
  __syncthreads();

  for (int y = threadIdx.y; y < TILE_Y; y += blockDim.y) {
    for (int x = threadIdx.x; x < TILE_X; x += blockDim.x) {
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

__global__ void unsharp(const unsigned char* image, const float* blurred, float amount, unsigned char* sharp, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float value = image[i] + amount * (image[i] - blurred[i]);
  sharp[i] = (unsigned char)(value < 0 ? 0 : value > 255 ? 255 : value + 0.5f);
}
