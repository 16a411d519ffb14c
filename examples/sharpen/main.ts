/**
 * Sharpens a photograph on the best device of this machine: compiles CUDA C++ while the program runs, checks every
 * pixel, times a dozen block and tile shapes, writes a PNG.
 *
 * HEDDLE_BACKEND=opencl (or host, nvrtc, cuda, hip) chooses the backend.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { openDevice, type Buffer, type Device, type LaunchOptions, type LooseArgument } from '@heddle/core';
import { PNG } from 'pngjs';
import { blurReference, gaussianWeights, largestError, type RgbImage } from './reference';

const radius = 4;
const amount = 1.5;
const weights = gaussianWeights(radius, 2);

/** Threads of a block, and pixels of the tile it works on. */
interface Shape {
  readonly block: readonly [number, number];
  readonly tile: readonly [number, number];
}

const shapes: readonly Shape[] = [
  { block: [8, 8], tile: [8, 8] },
  { block: [16, 8], tile: [16, 8] },
  { block: [16, 16], tile: [16, 16] },
  { block: [32, 4], tile: [32, 4] },
  { block: [32, 8], tile: [32, 8] },
  { block: [32, 16], tile: [32, 16] },
  { block: [64, 4], tile: [64, 4] },
  { block: [16, 16], tile: [32, 32] },
  { block: [32, 8], tile: [32, 32] },
  { block: [32, 8], tile: [64, 16] },
  { block: [32, 8], tile: [64, 32] },
  { block: [64, 4], tile: [64, 32] },
];

/** Enqueues the blur with one shape, or times it. */
interface Blur {
  readonly launch: () => void;
  readonly time: (count: number) => Promise<Float64Array>;
}

interface DeviceImage extends RgbImage {
  readonly image: Buffer<'uint8'>;
  readonly blurred: Buffer<'float32'>;
}

const started = performance.now();
const photo = readPhoto(new URL('../data/astronaut.png', import.meta.url));
await using device = await openDevice();
console.log(`${device.name} through backend '${device.backend}'`);

const on: DeviceImage = {
  ...photo,
  image: await device.upload(photo.pixels),
  blurred: device.zeros('float32', photo.pixels.length),
};
const { blurs, sharpen } = device.compiles('cuda') ? await fromCuda(device, on) : await fromPortable(device, on);
console.log(`compiled and loaded after ${(performance.now() - started).toFixed(0)} ms`);

const expected = blurReference(photo, weights);
console.log('\n block    tile     best ms   Mpixel/s');
let fastest = { label: '', milliseconds: Infinity };
for (const [i, shape] of shapes.entries()) {
  const blur = blurs[i];
  if (!blur) throw new Error('a shape without its kernel');
  on.blurred.fill(0xff);
  blur.launch();
  const error = largestError(await on.blurred.read(), (index) => expected[index] ?? NaN);
  if (!(error < 1e-3)) throw new Error(`tile ${shape.tile.join('x')}: a pixel is off by ${error}`);
  const milliseconds = Math.min(...(await blur.time(3)));
  const label = `${shape.block.join('x').padStart(6)} ${shape.tile.join('x').padStart(7)}`;
  const rate = (photo.width * photo.height) / milliseconds / 1000;
  console.log(`${label}  ${milliseconds.toFixed(4).padStart(9)} ${rate.toFixed(0).padStart(10)}`);
  if (milliseconds < fastest.milliseconds) fastest = { label, milliseconds };
}
console.log(`fastest: ${fastest.label} at ${fastest.milliseconds.toFixed(4)} ms`);

const sharp = await sharpen();
const sharpError = largestError(sharp, (i) => {
  const pixel = photo.pixels[i] ?? NaN;
  return Math.min(Math.max(pixel + amount * (pixel - (expected[i] ?? NaN)), 0), 255);
});
if (!(sharpError < 0.51)) throw new Error(`a sharpened pixel is off by ${sharpError}`);
console.log(`\nall ${photo.pixels.length} values agree with the float64 reference`);
const path = writePhoto({ ...photo, pixels: sharp });
console.log(`wrote ${path} after ${((performance.now() - started) / 1000).toFixed(1)} s`);

/** Templates, a name expression per tile, and the weights in constant memory. */
async function fromCuda(device: Device, { image, blurred, width, height }: DeviceImage) {
  const source: string = readFileSync(new URL('kernels.cu', import.meta.url), 'utf8');
  const name = ({ tile }: Shape): string => `blur<${tile.join(', ')}>`;
  const names = [...new Set(shapes.map(name))];
  const module = await device.compile(source, { names, defines: { RADIUS: radius }, fileName: 'kernels.cu' });
  await module.global('weights', 'float32').write(weights);
  const blurs = shapes.map((shape): Blur => {
    const kernel = module.kernel(name(shape));
    const options = launchOptions(shape, { width, height });
    return {
      launch: () => {
        kernel.launch(options, image, blurred, width, height);
      },
      time: (count) => kernel.time({ ...options, count }, image, blurred, width, height),
    };
  });
  const unsharp = module.kernel('unsharp');
  return {
    blurs,
    sharpen: () =>
      sharpenWith(
        (...args) => {
          unsharp.launch(...args);
        },
        device,
        { image, blurred },
      ),
  };
}

/** The portable dialect: a compilation per tile, the weights in a buffer. */
async function fromPortable(device: Device, { image, blurred, width, height }: DeviceImage) {
  const source: string = readFileSync(new URL('kernels.portable.c', import.meta.url), 'utf8');
  const weightsBuffer = await device.upload(weights);
  const modules = await Promise.all(
    shapes.map(({ tile }) =>
      device.compile(source, {
        defines: { RADIUS: radius, TILE_X: tile[0], TILE_Y: tile[1] },
        fileName: 'kernels.portable.c',
      }),
    ),
  );
  const blurs = modules.map((module, i): Blur => {
    const kernel = module.kernel('blur');
    const options = launchOptions(shapes[i] as Shape, { width, height });
    return {
      launch: () => {
        kernel.launch(options, image, weightsBuffer, blurred, width, height);
      },
      time: (count) => kernel.time({ ...options, count }, image, weightsBuffer, blurred, width, height),
    };
  });
  const unsharp = modules[0]?.kernel('unsharp');
  return {
    blurs,
    sharpen: () =>
      sharpenWith(
        (...args) => {
          unsharp?.launch(...args);
        },
        device,
        { image, blurred },
      ),
  };
}

async function sharpenWith(
  launch: (options: LaunchOptions, ...args: LooseArgument[]) => void,
  device: Device,
  { image, blurred }: Pick<DeviceImage, 'image' | 'blurred'>,
): Promise<Uint8Array> {
  using sharp = device.allocate('uint8', image.length);
  launch({ grid: Math.ceil(image.length / 256), block: 256 }, image, blurred, amount, sharp, image.length);
  return await sharp.read();
}

function launchOptions({ block, tile }: Shape, { width, height }: { width: number; height: number }): LaunchOptions {
  return { grid: [Math.ceil(width / tile[0]), Math.ceil(height / tile[1]), 3], block };
}

function readPhoto(url: URL): RgbImage {
  const { data, width, height } = PNG.sync.read(readFileSync(url));
  // pngjs gives red, green, blue, alpha; the kernels want three channels.
  return {
    pixels: Uint8Array.from({ length: width * height * 3 }, (_, i) => data[Math.floor(i / 3) * 4 + (i % 3)] ?? 0),
    width,
    height,
  };
}

function writePhoto({ pixels, width, height }: RgbImage): string {
  const png = new PNG({ width, height, colorType: 2 });
  for (let i = 0; i < width * height; i++) {
    for (let channel = 0; channel < 3; channel++) png.data[i * 4 + channel] = pixels[i * 3 + channel] ?? 0;
    png.data[i * 4 + 3] = 255;
  }
  const folder = new URL('../output/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL('astronaut-sharpened.png', folder), PNG.sync.write(png, { colorType: 2 }));
  return 'examples/output/astronaut-sharpened.png';
}
