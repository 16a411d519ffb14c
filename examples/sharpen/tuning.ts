/**
 * Tries a dozen block and tile shapes of the blur, every result checked, and keeps what it finds: a second run measures
 * nothing.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Device } from '@heddle/core';
import { storeResults, tuneKernel, type KernelDescription } from '@heddle/tuner';
import type { RgbImage } from './reference';

const tune = {
  block_size_x: [16, 32, 64],
  block_size_y: [4, 8, 16],
  tile_x: [16, 32, 64, 128],
  tile_y: [4, 8, 16, 32, 64],
};

/** A block of 256 threads works on a tile of its own size, of twice the width, of four times the height, or of both. */
const restrictions = [
  'block_size_x * block_size_y == 256',
  'tile_x in (block_size_x, 2 * block_size_x)',
  'tile_y in (block_size_y, 4 * block_size_y)',
];

/** How the blur is compiled and launched on a device, and what it takes besides the image's size. */
export interface Blur extends Omit<KernelDescription, 'blockSizeNames'> {
  /** The Gaussian's weights are an argument; else they are the module's constant memory. */
  readonly takesWeights: boolean;
}

/** CUDA C++ with the tile as template arguments if the device compiles it, else the portable dialect. */
export function blurFor(device: Device, { width, height }: RgbImage, radius: number): Blur {
  const isCuda = device.compiles('cuda');
  return {
    kernel: isCuda ? 'blur<tile_x, tile_y>' : 'blur',
    source: fileURLToPath(new URL(isCuda ? 'kernels.cu' : 'kernels.portable.c', import.meta.url)),
    problemSize: [width, height, 3],
    gridDivX: 'tile_x',
    gridDivY: 'tile_y',
    gridDivZ: [],
    defines: isCuda
      ? { RADIUS: radius }
      : { RADIUS: radius, TILE_X: ({ tile_x }) => tile_x ?? 0, TILE_Y: ({ tile_y }) => tile_y ?? 0 },
    takesWeights: !isCuda,
  };
}

/** Prints a line for each shape, and gives the results file that has the best. */
export async function tuneBlur(
  device: Device,
  { takesWeights, ...blur }: Blur,
  photo: RgbImage,
  weights: Float32Array,
  expected: Float32Array,
): Promise<string> {
  const { pixels, width, height } = photo;
  const files = filesFor(device, String(blur.source));
  const run = tuneKernel({
    ...blur,
    tune,
    restrictions,
    arguments: [pixels, ...(takesWeights ? [weights] : []), new Float32Array(pixels.length).fill(NaN), width, height],
    ...(takesWeights ? {} : { constantMemory: { weights } }),
    answer: [null, ...(takesWeights ? [null] : []), expected],
    tolerance: { atol: 1e-3, rtol: 0 },
    // The first launch, which is checked, has warmed everything up.
    benchmark: { warmupMilliseconds: 0 },
    iterations: 3,
    objective: 'time_min',
    device,
    isolation: 'none',
    cache: files.cache,
  });
  console.log('\n block    tile     best ms   Mpixel/s');
  for await (const { configuration, failure, measurements } of run) {
    const { block_size_x, block_size_y, tile_x, tile_y } = configuration;
    const label = `${`${block_size_x}x${block_size_y}`.padStart(6)} ${`${tile_x}x${tile_y}`.padStart(7)}`;
    // A shape may be too large for a device; a wrong pixel is nobody's fault but ours.
    if (failure?.kind === 'wrong') throw new Error(`${label}: ${failure.message}`);
    const milliseconds = Number(measurements.time_min);
    const rate = (width * height) / milliseconds / 1000;
    const figures = `${milliseconds.toFixed(4).padStart(9)} ${rate.toFixed(0).padStart(10)}`;
    console.log(`${label}  ${failure ? failure.message : figures}`);
  }
  const result = await run;
  const { resumed } = result.environment;
  if (resumed > 0) console.log(`${resumed} of them were measured by an earlier run, and kept`);
  storeResults(files.results, result, { problemSize: [width, height, 3] });
  return files.results;
}

/** Results of another device, driver or source are none of this run's: each has files of its own. */
function filesFor(device: Device, source: string): { readonly cache: string; readonly results: string } {
  const { name, driverVersion } = device.properties;
  const facts = [
    device.backend,
    name,
    driverVersion,
    readFileSync(source, 'utf8'),
    JSON.stringify([tune, restrictions]),
  ];
  const key = createHash('sha256').update(facts.join('\0')).digest('hex').slice(0, 8);
  const folder = new URL('../output/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  const file = (kind: string): string =>
    fileURLToPath(new URL(`sharpen-${device.backend}-${key}.${kind}.json`, folder));
  return { cache: file('cache'), results: file('results') };
}
