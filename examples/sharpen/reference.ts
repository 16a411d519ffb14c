/** The same blur and unsharp mask in float64 on the CPU, for checking every pixel of the device's result. */

/** Normalised weights of a Gaussian, 2 × radius + 1 of them. */
export function gaussianWeights(radius: number, sigma: number): Float32Array {
  const weights = Float64Array.from({ length: 2 * radius + 1 }, (_, i) =>
    Math.exp(-((i - radius) ** 2) / (2 * sigma * sigma)),
  );
  const sum = weights.reduce((a, b) => a + b);
  return Float32Array.from(weights, (weight) => weight / sum);
}

export interface RgbImage {
  /** Red, green, blue, row by row. */
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Blurs along rows, then along columns; pixels beyond the edge repeat the edge. */
export function blurReference({ pixels, width, height }: RgbImage, weights: Float32Array): Float64Array {
  const rows = new Float64Array(pixels.length);
  const result = new Float64Array(pixels.length);
  const radius = (weights.length - 1) / 2;
  const clamp = (value: number, last: number): number => Math.min(Math.max(value, 0), last);
  const convolve = (source: ArrayLike<number>, target: Float64Array, stepX: number, stepY: number): void => {
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        for (let channel = 0; channel < 3; channel++) {
          let sum = 0;
          for (let k = 0; k < weights.length; k++) {
            const column = clamp(x + (k - radius) * stepX, width - 1);
            const row = clamp(y + (k - radius) * stepY, height - 1);
            sum += (weights[k] ?? NaN) * (source[(row * width + column) * 3 + channel] ?? NaN);
          }
          target[(y * width + x) * 3 + channel] = sum;
        }
      }
    }
  };
  convolve(pixels, rows, 1, 0);
  convolve(rows, result, 0, 1);
  return result;
}

/** The largest difference from the reference over all pixels. NaN anywhere gives NaN. */
export function largestError(actual: ArrayLike<number>, expected: (index: number) => number): number {
  let worst = 0;
  for (let i = 0; i < actual.length; i++) {
    const error = Math.abs((actual[i] ?? NaN) - expected(i));
    if (!(error <= worst)) worst = error;
  }
  return worst;
}
