/** Several compiled objects made into one binary by the driver's own linker. */
import { HeddleError } from '@heddle/core';
import type { Artifact } from '@heddle/core/backend';
import type { SimtContext } from '../simt-context';
import { statusError } from '../status';
import { loadableImage } from './binary-image';
import { linkObjects, reasonInLog, type LinkCall } from './link-objects';

/** CU_JIT_INPUT_* by format. */
const inputTypes: Readonly<Record<string, number>> = { cubin: 0, ptx: 1, fatbin: 2, object: 3, library: 4 };
/** Those that the driver also loads by themselves. */
const loaded: readonly string[] = ['cubin', 'ptx', 'fatbin'];

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
  const { backend } = context;
  return linkObjects(
    {
      backend,
      title: 'the driver',
      inputTypes,
      create: (...args) => context.status('linkCreate', ...args),
      add: (linker, type, part) => {
        const image = loaded.includes(part.format) ? loadableImage(part, backend) : part.bytes;
        return context.status('linkAdd', linker, type, image, image.byteLength, part.name, 0, null, null);
      },
      complete: (...args) => context.status('linkComplete', ...args),
      destroy: (linker) => context.release('linkDestroy', linker),
      failure: (call, value, log) =>
        call === 'linkCreate' ? context.failure(value, call) : refusal(context, value, call, log),
    },
    objects,
  );
}

function refusal(context: SimtContext, value: number, call: LinkCall, log: string): HeddleError {
  const { backend, api } = context;
  const failure = statusError(api.nameStatus(value), api.symbolOf(call), { backend });
  if (failure.code === 'DEVICE_LOST' || failure.code === 'OUT_OF_MEMORY') return context.failure(value, call);
  const reason = reasonInLog(log);
  return new HeddleError('COMPILE', `linking failed: ${reason === '' ? failure.message : reason}`, {
    backend,
    call: api.symbolOf(call),
    status: failure.status ?? '',
    log,
  });
}
