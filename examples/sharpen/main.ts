/**
 * Sharpens a photograph on the best device of this machine: compiles CUDA C++ while the program runs, tunes the block
 * and the tile that a block works on, checks every pixel, writes a PNG. The measurements are kept for the next run.
 *
 * HEDDLE_BACKEND=opencl (or host, nvrtc, cuda, hip) chooses the backend.
 */
import { openDevice } from '@heddle/core';
import { TunedKernel } from '@heddle/tuner';
import { readPhoto, writePhoto } from './photo';
import { blurReference, gaussianWeights, largestError } from './reference';
import { blurFor, tuneBlur } from './tuning';

const radius = 4;
const amount = 1.5;
const weights = gaussianWeights(radius, 2);

const started = performance.now();
const photo = readPhoto(new URL('../data/astronaut.png', import.meta.url));
const expected = blurReference(photo, weights);
await using device = await openDevice();
console.log(`${device.name} through backend '${device.backend}'`);

const { takesWeights, ...blur } = blurFor(device, photo, radius);
const results = await tuneBlur(device, { ...blur, takesWeights }, photo, weights, Float32Array.from(expected));

using tuned = await TunedKernel.open(device, { ...blur, results });
const { block_size_x, block_size_y, tile_x, tile_y } = tuned.configuration;
const milliseconds = tuned.match.result.value.toFixed(4);
console.log(`fastest: ${block_size_x}x${block_size_y} on tiles of ${tile_x}x${tile_y} at ${milliseconds} ms`);

const n = photo.pixels.length;
using image = await device.upload(photo.pixels);
using blurred = device.zeros('float32', n);
using sharp = device.zeros('uint8', n);
using weightsBuffer = await device.upload(weights);
if (!takesWeights) await tuned.module.global('weights', 'float32').write(weights);
tuned.launch(image, ...(takesWeights ? [weightsBuffer] : []), blurred, photo.width, photo.height);
tuned.module.kernel('unsharp').launch({ grid: Math.ceil(n / 256), block: 256 }, image, blurred, amount, sharp, n);

const pixels = await sharp.read();
const blurError = largestError(await blurred.read(), (i) => expected[i] ?? NaN);
if (!(blurError < 1e-3)) throw new Error(`a blurred pixel is off by ${blurError}`);
const sharpError = largestError(pixels, (i) => {
  const pixel = photo.pixels[i] ?? NaN;
  return Math.min(Math.max(pixel + amount * (pixel - (expected[i] ?? NaN)), 0), 255);
});
if (!(sharpError < 0.51)) throw new Error(`a sharpened pixel is off by ${sharpError}`);
console.log(`\nall ${n} values agree with the float64 reference`);

writePhoto({ ...photo, pixels }, new URL('../output/astronaut-sharpened.png', import.meta.url));
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(`wrote examples/output/astronaut-sharpened.png after ${seconds} s`);
