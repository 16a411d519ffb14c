/** Runs one kernel of a source file: compiles, uploads the arguments, launches, times, prints the arrays. */
import { dirname, resolve } from 'node:path';
import {
  dtypeInfo,
  numbersFromBfloat16,
  numbersFromFloat16,
  openDevice,
  type Buffer,
  type Device,
  type Extent,
  type Module,
} from '@heddle/core';
import { argumentError, readUserText } from '@heddle/core/backend';
import { formatMilliseconds, significant } from '../command-line/units';
import { readKernelArgument, type ArrayArgument } from './kernel-argument';

export interface KernelRequest {
  readonly file: string;
  /** Default: the file's only kernel. */
  readonly kernel?: string;
  readonly grid: Extent;
  readonly block: Extent;
  /** Dynamic shared memory of one block, in bytes. */
  readonly sharedBytes: number;
  readonly args: readonly string[];
  readonly defines: Readonly<Record<string, string | true>>;
  /** Compiler options, one per entry. */
  readonly options: readonly string[];
  readonly backend?: string;
  readonly device?: string;
  /** Launches that are measured; 0 launches once and measures nothing. */
  readonly time: number;
  /** Elements of each array that are printed. */
  readonly print: number;
}

/** @throws HeddleError for a file, kernel, argument or launch that cannot be right */
export async function runKernel(request: KernelRequest): Promise<void> {
  const source = await readUserText(request.file, 'file');
  const values = await Promise.all(request.args.map(readKernelArgument));
  await using device = await openDevice(
    request.backend,
    request.device === undefined ? {} : { device: request.device },
  );
  const named = request.kernel === undefined || !/[<:]/.test(request.kernel) ? [] : [request.kernel];
  const started = performance.now();
  const module: Module = await device.compile(source, {
    fileName: request.file,
    includeDirs: [dirname(resolve(request.file))],
    defines: request.defines,
    options: request.options,
    ...(named.length > 0 ? { names: named } : {}),
  });
  const compiledIn = performance.now() - started;
  const kernel = module.kernel(request.kernel ?? onlyKernel(module, request.file));
  const uploaded = await Promise.all(
    values.map(async (value) => (typeof value === 'object' ? upload(device, value) : value)),
  );
  const shape = { grid: request.grid, block: request.block, sharedBytes: request.sharedBytes };

  const origin = module.cached ? 'from the cache' : 'compiled';
  console.log(`${kernel.name} on ${device.name} (${device.backend}), ${origin} in ${formatMilliseconds(compiledIn)}`);
  kernel.launch(shape, ...uploaded);
  await device.synchronize();
  // The contents after exactly one launch; measuring launches more, and on the same arrays.
  for (const [index, value] of uploaded.entries()) {
    if (typeof value === 'object')
      await printArray(index, kernel.signature.parameters[index]?.name, value, request.print);
  }
  if (request.time > 0) printTimes(await kernel.time({ ...shape, count: request.time }, ...uploaded));
}

function onlyKernel(module: Module, file: string): string {
  const names = module.signatures.map(({ name }) => name);
  const [only, ...others] = names;
  if (only !== undefined && others.length === 0) return only;
  throw argumentError(only === undefined ? `${file} has no kernel` : `${file} has ${names.length} kernels`, {
    parameter: 'kernel',
    ...(only === undefined ? {} : { hint: `Choose one with --kernel: ${names.join(', ')}.` }),
  });
}

async function upload(device: Device, { dtype, length, bytes }: ArrayArgument): Promise<Buffer> {
  const buffer = device.allocate(dtype, length);
  // A copy: contents of a file may lie at an address that no array of the dtype can have.
  const { array } = dtypeInfo(dtype);
  await buffer.write(new array(Uint8Array.from(bytes).buffer));
  return buffer;
}

async function printArray(index: number, name: string | undefined, buffer: Buffer, count: number): Promise<void> {
  if (count === 0) return;
  const values = Array.from(await readNumbers(buffer), String).slice(0, count);
  const { dtype, length } = buffer;
  const more = length !== undefined && length > count ? ', …' : '';
  console.log(
    `  ${name ?? `argument ${index}`}: ${dtype ?? 'bytes'}[${length ?? buffer.byteLength}] = ${values.join(', ')}${more}`,
  );
}

async function readNumbers(buffer: Buffer): Promise<ArrayLike<number | bigint>> {
  const { dtype } = buffer;
  const stored = await buffer.read();
  if (dtype === 'float16') return numbersFromFloat16(stored as Uint16Array);
  if (dtype === 'bfloat16') return numbersFromBfloat16(stored as Uint16Array);
  return stored;
}

function printTimes(milliseconds: Float64Array): void {
  const sorted = Array.from(milliseconds).sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  const mean = sorted.reduce((sum, each) => sum + each, 0) / sorted.length;
  const spread = mean > 0 ? ` (spread ${significant(((at(1) - at(0)) / mean) * 100)} %)` : '';
  console.log(
    `  ${sorted.length} launches: median ${formatMilliseconds(at(0.5))}, mean ${formatMilliseconds(mean)}, ` +
      `least ${formatMilliseconds(at(0))}, most ${formatMilliseconds(at(1))}${spread}`,
  );
}
