/** Copies of boxes between pitched volumes. */
import type { RectangleCopy, RectangleSide } from '@heddle/core/backend';
import type { FunctionName } from './api';
import type { Context } from './context';
import type { HostViews } from './host-memory';
import { DeviceMemory } from './memory';
import { keepAlive } from './native-memory';
import type { CommandQueue } from './queue';

/** Copies a box. Resolves when the copy is done. */
export async function copyRectangle(
  context: Context,
  views: HostViews,
  queue: CommandQueue,
  copy: RectangleCopy,
): Promise<void> {
  const device = [copy.source.memory, copy.destination.memory].filter((memory) => memory instanceof DeviceMemory);
  if (device.length === 0) return copyOnHost(copy);
  for (const memory of device) views.lend(memory, queue);
  const waits: Promise<void>[] = [];
  for (const part of asOpenClTakesIt(copy)) {
    const { call, status } = enqueue(context, queue, part, device.length === 2);
    if (status !== 0) throw context.transferFailure(call, status, queue.address);
    if (device.length === 1) waits.push(views.endedWith(queue, queue.takeEvent()));
  }
  if (device.length === 2) {
    queue.commandEnqueued();
    waits.push(queue.allEnded());
  }
  await Promise.all(waits);
  keepAlive(copy);
}

/**
 * The same copy in boxes that OpenCL accepts: pitches not below the box, slice pitches that are a multiple of the row
 * pitch.
 */
function asOpenClTakesIt(copy: RectangleCopy): RectangleCopy[] {
  const { extent, source, destination } = copy;
  const [bytes, rows, slices] = extent;
  if (slices === 1) return [copy];
  if (rows === 1) {
    // Rows whose pitch is a slice are still rows.
    const turned = (side: RectangleSide): RectangleSide => ({ ...side, rowPitch: side.slicePitch });
    return [{ extent: [bytes, slices, 1], source: turned(source), destination: turned(destination) }];
  }
  const isRegular = ({ rowPitch, slicePitch }: RectangleSide): boolean =>
    slicePitch >= rowPitch * rows && slicePitch % rowPitch === 0;
  if (isRegular(source) && isRegular(destination)) return [copy];
  return Array.from({ length: slices }, (_, slice) => {
    const at = (side: RectangleSide): RectangleSide => ({ ...side, offset: side.offset + slice * side.slicePitch });
    return { extent: [bytes, rows, 1] as const, source: at(source), destination: at(destination) };
  });
}

function enqueue(context: Context, queue: CommandQueue, copy: RectangleCopy, isOnDevice: boolean) {
  const { extent, source, destination } = copy;
  const { calls } = context;
  const region = words(extent);
  const from = placeOf(source, extent);
  const to = placeOf(destination, extent);
  const done = { call: '' as FunctionName, status: 0 };
  if (isOnDevice) {
    done.call = 'clEnqueueCopyBufferRect';
    done.status = calls.clEnqueueCopyBufferRect(
      queue.address,
      (source.memory as DeviceMemory).address,
      (destination.memory as DeviceMemory).address,
      from.origin,
      to.origin,
      region,
      from.rowPitch,
      from.slicePitch,
      to.rowPitch,
      to.slicePitch,
      0,
      null,
      null,
    );
    return done;
  }
  const isRead = source.memory instanceof DeviceMemory;
  const [device, host] = isRead ? [from, to] : [to, from];
  const [memory, bytes] = isRead ? [source.memory, destination.memory] : [destination.memory, source.memory];
  done.call = isRead ? 'clEnqueueReadBufferRect' : 'clEnqueueWriteBufferRect';
  done.status = calls[done.call](
    queue.address,
    (memory as DeviceMemory).address,
    0,
    device.origin,
    host.origin,
    region,
    device.rowPitch,
    device.slicePitch,
    host.rowPitch,
    host.slicePitch,
    bytes as Uint8Array,
    0,
    null,
    queue.eventSlot,
  );
  return done;
}

// OpenCL wants to know the column, row and slice of the first byte, and computes its offset from them again.
function placeOf({ offset, rowPitch, slicePitch }: RectangleSide, [, rows, slices]: RectangleCopy['extent']) {
  if (rows === 1 && slices === 1) return { origin: words([offset, 0, 0]), rowPitch: 0, slicePitch: 0 };
  const slice = slices === 1 ? 0 : Math.floor(offset / slicePitch);
  const rest = offset - slice * slicePitch;
  const row = Math.floor(rest / rowPitch);
  const origin = words([rest - row * rowPitch, row, slice]);
  return { origin, rowPitch, slicePitch: slices === 1 ? 0 : slicePitch };
}

function words(values: readonly number[]): BigUint64Array {
  return BigUint64Array.from(values, BigInt);
}

function copyOnHost({ extent: [bytes, rows, slices], source, destination }: RectangleCopy): void {
  const from = source.memory as Uint8Array;
  const to = destination.memory as Uint8Array;
  for (let slice = 0; slice < slices; slice++) {
    for (let row = 0; row < rows; row++) {
      const start = source.offset + slice * source.slicePitch + row * source.rowPitch;
      const target = destination.offset + slice * destination.slicePitch + row * destination.rowPitch;
      to.set(from.subarray(start, start + bytes), target);
    }
  }
}
