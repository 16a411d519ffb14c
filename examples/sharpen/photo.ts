/** Photographs from and to PNG files, with three channels a pixel. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { PNG } from 'pngjs';
import type { RgbImage } from './reference';

export function readPhoto(url: URL): RgbImage {
  const { data, width, height } = PNG.sync.read(readFileSync(url));
  // pngjs gives red, green, blue, alpha; the kernels want three channels.
  const pixels = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) pixels.set(data.subarray(i * 4, i * 4 + 3), i * 3);
  return { pixels, width, height };
}

export function writePhoto({ pixels, width, height }: RgbImage, url: URL): void {
  const png = new PNG({ width, height });
  for (let i = 0; i < width * height; i++) {
    png.data.set(pixels.subarray(i * 3, i * 3 + 3), i * 4);
    png.data[i * 4 + 3] = 255;
  }
  mkdirSync(new URL('.', url), { recursive: true });
  writeFileSync(url, PNG.sync.write(png, { colorType: 2 }));
}
