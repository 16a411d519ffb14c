/** Whether a device can pass all arguments of a kernel. */
import { argumentError, type HeddleError } from '../errors';
import type { KernelSignature, Parameter } from '../signature/signature';
import { layoutOf, type ArgumentLayout } from './argument-layout';

/** Where the arguments are passed. */
export interface ArgumentLimit {
  readonly backend: string;
  /** The device's name. */
  readonly device: string;
  /** Bytes of the arguments of one launch. */
  readonly max: number;
}

/** The `ARGUMENT` error for a kernel that takes more bytes than the device passes; undefined if it does not. */
export function tooManyArguments(
  kernel: string,
  { byteLength, slots }: ArgumentLayout,
  { backend, device, max }: ArgumentLimit,
  cause?: HeddleError,
): HeddleError | undefined {
  if (byteLength <= max) return undefined;
  const first = slots.find((slot) => slot.offset + slot.byteLength > max);
  return argumentError(
    `${kernel}: its ${slots.length} parameters take ${byteLength} bytes; ${device} passes at most ${max}`,
    {
      backend,
      kernel,
      ...{ resource: 'argument bytes', requested: byteLength, max },
      ...(first === undefined ? {} : { parameter: first.parameter.name }),
      hint: 'Put the values into a buffer, and pass that.',
      ...(cause === undefined ? {} : { cause }),
    },
  );
}

/**
 * The same for the first kernel of a source that takes too much, as far as the source tells sizes.
 *
 * @param cause - what the compiler said, in words of its own
 */
export function tooManyInSource(
  kernels: readonly KernelSignature[],
  limit: ArgumentLimit,
  cause: HeddleError,
): HeddleError | undefined {
  for (const kernel of kernels) {
    if (kernel.templateParameters.length > 0 || !kernel.parameters.every(hasSize)) continue;
    const error = tooManyArguments(kernel.name, layoutOf(kernel), limit, cause);
    if (error) return error;
  }
  return undefined;
}

function hasSize({ kind, byteLength, alignment }: Parameter): boolean {
  return kind === 'local' || (byteLength !== undefined && alignment !== undefined);
}
