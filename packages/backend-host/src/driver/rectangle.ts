/** A rectangular copy as the runtime's record. */
import koffi from 'koffi';
import type { RectangleCopy, RectangleSide } from '@heddle/core/backend';
import { HostMemory } from './handles';

export interface RectangleRecord {
  /** The 72 bytes of a heddle_rectangle. */
  readonly record: BigUint64Array;
  /** Arrays of the caller, which must stay until the copy has run. */
  readonly hostSides: readonly Uint8Array[];
}

export function rectangleRecord({ extent, source, destination }: RectangleCopy): RectangleRecord {
  const record = BigUint64Array.of(
    addressOf(destination),
    addressOf(source),
    BigInt(extent[0]),
    BigInt(extent[1]),
    BigInt(extent[2]),
    BigInt(destination.rowPitch),
    BigInt(destination.slicePitch),
    BigInt(source.rowPitch),
    BigInt(source.slicePitch),
  );
  const hostSides = [source.memory, destination.memory].filter((memory) => ArrayBuffer.isView(memory));
  return { record, hostSides };
}

function addressOf({ memory, offset }: RectangleSide): bigint {
  const start = memory instanceof HostMemory ? memory.address : koffi.address(memory);
  return start + BigInt(offset);
}
