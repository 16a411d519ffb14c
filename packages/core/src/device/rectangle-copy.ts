/** Copies of boxes between pitched volumes, as users ask for them. */
import { argumentError } from '../errors';
import { assertOptions, optionNames } from '../diagnostics';
import { describe } from '../diagnostics/describe';
import type { RectangleSide } from '../spi/driver';
import { Buffer } from './buffer';
import type { DeviceContext } from './device-context';
import type { Dim3 } from '../spi/extents';
import type { Stream } from './stream';
import type { OrderedQueue } from './stream-order';
import { orderedQueueOf } from './stream-queue';

/** A volume in memory, of which a box is copied. All numbers are bytes, rows or slices. */
export interface Volume {
  readonly memory: Buffer | ArrayBufferView;
  /** Bytes from one row to the next. */
  readonly rowPitch: number;
  /** Bytes from one slice to the next. Default: rowPitch × rows of the box. */
  readonly slicePitch?: number;
  /** First byte in x, first row, first slice of the box. Default [0, 0, 0]. */
  readonly origin?: Dim3;
}

export interface RectangleCopyOptions {
  /** Bytes along x, rows, slices. */
  readonly extent: readonly [bytes: number, rows?: number, slices?: number];
  readonly source: Volume;
  readonly destination: Volume;
  readonly stream?: Stream;
}

const volumeNames = optionNames<Volume>({ memory: true, rowPitch: true, slicePitch: true, origin: true });
const copyNames = optionNames<RectangleCopyOptions>({ extent: true, source: true, destination: true, stream: true });

/** @throws HeddleError `ARGUMENT` for a box that leaves either memory; nothing is copied */
export async function copyRectangle(
  context: DeviceContext,
  options: RectangleCopyOptions,
  defaultQueue: () => OrderedQueue,
): Promise<void> {
  context.require('rectangle-copy', 'copyRectangle');
  assertOptions('copyRectangle', options, copyNames);
  const [bytes, rows = 1, slices = 1] = options.extent;
  const extent: Dim3 = [bytes, rows, slices];
  for (const n of extent) if (!Number.isSafeInteger(n) || n < 1) throw argumentError(`extent holds ${describe(n)}`);
  const source = toSide('source', options.source, extent);
  const destination = toSide('destination', options.destination, extent);
  const stream = orderedQueueOf(options.stream, context, defaultQueue);
  const { memory } = options.source;
  await context.transfer('copyRectangle', stream, async (driver, queue) => {
    if (memory instanceof Buffer) memory.assertFilled();
    await driver.copyRectangle?.(queue, { extent, source, destination });
  });
}

function toSide(name: string, volume: Volume, [bytes, rows, slices]: Dim3): RectangleSide {
  assertOptions(`copyRectangle: ${name}`, volume, volumeNames);
  const { rowPitch, slicePitch = rowPitch * rows, origin = [0, 0, 0] } = volume;
  const [x, y, z] = origin;
  for (const [field, n] of Object.entries({ rowPitch, slicePitch, x, y, z })) {
    if (!Number.isSafeInteger(n) || n < 0) throw argumentError(`${name}.${field} is ${describe(n)}`);
  }
  if (rows > 1 && rowPitch < bytes)
    throw argumentError(`${name}.rowPitch ${rowPitch} is below the row's ${bytes} bytes`);
  if (slices > 1 && slicePitch < rowPitch * (rows - 1) + bytes) {
    throw argumentError(`${name}.slicePitch ${slicePitch} lets slices overlap`);
  }
  const offset = z * slicePitch + y * rowPitch + x;
  const end = offset + (slices - 1) * slicePitch + (rows - 1) * rowPitch + bytes;
  const { memory } = volume;
  const byteLength = memory.byteLength;
  if (end > byteLength) {
    throw argumentError(`${name}: the box ends at byte ${end} of ${byteLength}`, { requested: end, max: byteLength });
  }
  if (memory instanceof Buffer) {
    const location = memory.location();
    return { memory: location.memory, offset: location.byteOffset + offset, rowPitch, slicePitch };
  }
  const host = new Uint8Array(memory.buffer, memory.byteOffset, memory.byteLength);
  return { memory: host, offset, rowPitch, slicePitch };
}
