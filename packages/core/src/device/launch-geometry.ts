/**
 * The shape of a launch: how many blocks, of how many threads.
 *
 * Every backend receives geometry that has passed through here, so none checks it again.
 */
import { HeddleError, argumentError } from '../errors';
import { describe } from '../diagnostics/describe';
import type { DeviceLimits } from '../spi/device-properties';
import type { Dim3, Extent } from '../spi/extents';

/** The options of a launch. */
export interface LaunchShape {
  /** Blocks along each axis. */
  readonly grid: Extent;
  /** Threads of one block along each axis. */
  readonly block: Extent;
  /** Dynamic shared memory of one block, in bytes. Default 0. */
  readonly sharedBytes?: number;
}

/** A shape that this device can take. */
export interface LaunchGeometry {
  readonly grid: Dim3;
  readonly block: Dim3;
  readonly sharedBytes: number;
}

const axes = ['x', 'y', 'z'] as const;

/**
 * Checks a shape against a device's limits.
 *
 * @param shape - grid in blocks, block in threads, on every backend (OpenCL too, whose global size is their product)
 * @param threadsPerBlock - the kernel's own bound, if the compiler lowered it below the device's
 * @returns three extents each, ready for a driver
 * @throws HeddleError `ARGUMENT` for an extent that is not a positive integer
 * @throws HeddleError `RESOURCE` for more than the device has; carries `requested` and `max`
 */
export function checkGeometry(
  shape: LaunchShape,
  limits: DeviceLimits,
  threadsPerBlock: number = limits.threadsPerBlock,
): LaunchGeometry {
  if (typeof shape !== 'object' || shape === null) {
    throw argumentError(`a launch takes { grid, block }, not ${describe(shape)}`);
  }
  const grid = toDim3('grid', shape.grid);
  const block = toDim3('block', shape.block);
  const sharedBytes = shape.sharedBytes ?? 0;
  if (!Number.isSafeInteger(sharedBytes) || sharedBytes < 0) {
    throw argumentError(`sharedBytes must be a whole number of bytes, not ${describe(sharedBytes)}`);
  }
  for (const axis of [0, 1, 2] as const) {
    if (grid[axis] > limits.grid[axis]) throw tooMuch(`grid.${axes[axis]}`, grid[axis], limits.grid[axis]);
    if (block[axis] > limits.block[axis]) throw tooMuch(`block.${axes[axis]}`, block[axis], limits.block[axis]);
  }
  const threads = block[0] * block[1] * block[2];
  if (threads > threadsPerBlock) throw tooMuch('threads per block', threads, threadsPerBlock);
  if (sharedBytes > limits.sharedBytesOptIn) throw tooMuch('sharedBytes', sharedBytes, limits.sharedBytesOptIn);
  return { grid, block, sharedBytes };
}

// A zero extent is refused rather than rounded up: a launch that silently runs one block
// hides the empty input that caused it.
function toDim3(name: string, extent: Extent): Dim3 {
  if (typeof extent === 'number') return [positive(name, 'x', extent), 1, 1];
  if (!Array.isArray(extent) || extent.length < 1 || extent.length > 3) {
    const given = Array.isArray(extent) ? `an array of ${extent.length}` : describe(extent);
    throw argumentError(`${name} must be a number or [x, y, z], not ${given}`);
  }
  const [x, y = 1, z = 1] = extent as readonly [number, number?, number?];
  return [positive(name, 'x', x), positive(name, 'y', y), positive(name, 'z', z)];
}

function positive(name: string, axis: string, value: number): number {
  if (!Number.isSafeInteger(value) || value < 1) {
    throw argumentError(`${name}.${axis} must be a positive integer, not ${describe(value)}`);
  }
  return value;
}

function tooMuch(resource: string, requested: number, max: number): HeddleError {
  return new HeddleError('RESOURCE', `${resource} is ${requested}; this device has at most ${max}`, {
    resource,
    requested,
    max,
  });
}
