/** Where the parameters of each kernel of a code object lie: what HIP has no function for, its metadata tells. */
import { decode } from '@msgpack/msgpack';
import type { Artifact } from '@heddle/core/backend';
import type { KernelParameters } from '@heddle/simt-driver';
import { corrupt } from './corrupt';
import { metadataNote } from './metadata-note';

// Far more than any kernel has. It limits the memory that a damaged length can take.
const most = {
  maxStrLength: 1 << 20,
  maxArrayLength: 1 << 16,
  maxMapLength: 1 << 16,
  maxBinLength: 0,
  maxExtLength: 0,
};
/** Longer arguments than a launch takes. */
const mostBytes = 1 << 20;

/**
 * The parameters that a kernel's source declares, in order; those that the compiler adds are left out.
 *
 * @returns by the kernel's name in the binary; undefined if the binary is not a code object or tells nothing
 * @throws HeddleError `CORRUPT` for a damaged code object
 */
export function kernelParameters({ format, bytes }: Pick<Artifact, 'format' | 'bytes'>): KernelParameters | undefined {
  if (format !== 'code-object') return undefined;
  const note = metadataNote(bytes);
  if (!note) return undefined;
  const kernels = list(fieldsOf(decoded(note), 'metadata')['amdhsa.kernels'], 'amdhsa.kernels');
  return new Map(
    kernels.map((each) => {
      const kernel = fieldsOf(each, 'a kernel');
      const name = kernel['.name'];
      if (typeof name !== 'string') throw corrupt('a kernel has no name');
      return [name, parametersOf(kernel, name)];
    }),
  );
}

function parametersOf(kernel: Readonly<Record<string, unknown>>, name: string) {
  const segment = length(kernel['.kernarg_segment_size'], name);
  // A kernel without parameters has no list of them.
  const args = list(kernel['.args'] ?? [], `the parameters of ${name}`).map((each) => fieldsOf(each, name));
  const declared = args.filter((argument) => !String(argument['.value_kind']).startsWith('hidden_'));
  return declared.map((argument) => {
    const [offset, byteLength] = [length(argument['.offset'], name), length(argument['.size'], name)];
    if (offset + byteLength > segment) throw corrupt(`a parameter of ${name} lies outside of its arguments`);
    return { offset, byteLength };
  });
}

function decoded(note: Uint8Array): unknown {
  try {
    return decode(note, most);
  } catch (error) {
    throw corrupt('its metadata are not MessagePack', error);
  }
}

function fieldsOf(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw corrupt(`${what} is not a map`);
}

function list(value: unknown, what: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw corrupt(`${what} is not a list`);
}

function length(value: unknown, kernel: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= mostBytes) return value;
  throw corrupt(`a length or place among the arguments of ${kernel} is none`);
}
