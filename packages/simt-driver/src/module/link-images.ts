/** Several compiled objects made into one binary by the driver's own linker. */
import koffi from 'koffi';
import { HeddleError, argumentError, type Artifact } from '@heddle/core';
import type { SimtContext } from '../simt-context';
import { textOf } from '../library/c-texts';
import { status, statusError } from '../status';
import { loadableImage } from './binary-image';

/** CU_JIT_INPUT_* by format. */
const inputTypes: Readonly<Record<string, number>> = { cubin: 0, ptx: 1, fatbin: 2, object: 3, library: 4 };
const logBytes = 16 * 1024;
// CU_JIT_INFO_LOG_BUFFER and the three that follow it.
const logOptions = Int32Array.of(3, 4, 5, 6);

/**
 * Links relocatable objects. Link-time optimisation is not among what the driver does since CUDA 12.
 *
 * @param objects - cubin, PTX, fatbin, host objects and libraries with device code in them
 * @returns a cubin for the context's device, and the linker's log
 * @throws HeddleError `COMPILE` for a function that none of them defines, or several do
 */
export function linkImages(
  context: SimtContext,
  objects: readonly Pick<Artifact, 'format' | 'bytes'>[],
): { readonly bytes: Uint8Array; readonly log: string } {
  const [informed, failed] = [Buffer.alloc(logBytes), Buffer.alloc(logBytes)];
  const values = BigUint64Array.of(
    BigInt(koffi.address(informed)),
    BigInt(logBytes),
    BigInt(koffi.address(failed)),
    BigInt(logBytes),
  );
  const state = new BigUint64Array(1);
  context.call('linkCreate', logOptions.length, logOptions, values, state);
  const linker = state[0] ?? 0n;
  const log = (): string =>
    [failed, informed]
      .map(textOf)
      .filter((text) => text !== '')
      .join('\n');
  try {
    for (const [i, { format, bytes }] of objects.entries()) {
      const type = inputTypes[format];
      if (type === undefined) throw argumentError(`the driver links no ${format}`, { backend: context.backend });
      const image = type <= 2 ? loadableImage({ format, bytes }, context.backend) : bytes;
      const value = context.status('linkAdd', linker, type, image, image.byteLength, `part-${i + 1}`, 0, null, null);
      if (value !== status.success) throw refusal(context, value, 'linkAdd', log());
    }
    const [address, byteLength] = [new BigUint64Array(1), new BigUint64Array(1)];
    const value = context.status('linkComplete', linker, address, byteLength);
    if (value !== status.success) throw refusal(context, value, 'linkComplete', log());
    // The linker owns what it made.
    const bytes = new Uint8Array(koffi.view(address[0] ?? 0n, Number(byteLength[0])).slice(0));
    return { bytes, log: log() };
  } finally {
    // What is alive until here was used by the linker until here.
    context.release('linkDestroy', linker);
    values.fill(0n);
  }
}

function refusal(context: SimtContext, value: number, call: 'linkAdd' | 'linkComplete', log: string): HeddleError {
  const { backend, api } = context;
  const failure = statusError(api.nameStatus(value), api.symbolOf(call), { backend });
  if (failure.code === 'DEVICE_LOST' || failure.code === 'OUT_OF_MEMORY') return context.failure(value, call);
  const reason = /^(?:nvlink )?error\s*: *(.*)$/m.exec(log)?.[1] ?? log.split('\n', 1)[0] ?? '';
  return new HeddleError('COMPILE', `linking failed: ${reason === '' ? failure.message : reason}`, {
    backend,
    call: api.symbolOf(call),
    status: failure.status ?? '',
    log,
  });
}
