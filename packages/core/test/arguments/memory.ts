import {
  bufferSymbol,
  createPacker,
  layoutOf,
  type DeviceArgument,
  type DeviceReference,
  type Packer,
} from '../../src/arguments';
import { parseKernels, parseSignature, type KernelSignature } from '../../src/signature';

/** The device of all memory here. */
export const device = { name: 'device of the tests' };

/** A device argument with the given facts; by default usable, raw and contiguous. */
export function memory(facts: Partial<DeviceReference> = {}): DeviceArgument {
  const reference: DeviceReference = {
    device,
    address: 0x1000n,
    dtype: undefined,
    byteLength: 64,
    contiguous: true,
    unusable: undefined,
    ...facts,
  };
  return { [bufferSymbol]: () => reference };
}

export function packerOf(signature: KernelSignature): Packer {
  return createPacker(signature, layoutOf(signature), { device, kernel: signature.name });
}

/** A packer for a CUDA parameter list, which may use types declared in `before`. */
export function packerFor(list: string, before = ''): Packer {
  const [kernel] = parseKernels(`${before}\n__global__ void k(${list}) {}`, { language: 'cuda' });
  if (!kernel) throw new Error('no kernel found');
  return packerOf(kernel);
}

/** A packer for an explicit signature. */
export function explicitPacker(parameters: readonly string[]): Packer {
  return packerOf(parseSignature(parameters, { name: 'k' }));
}

/** The two ways of packing, which must agree in everything. */
export const ways: readonly [name: string, pack: (packer: Packer, args: readonly unknown[]) => void][] = [
  ['pack', (packer, args) => packer.pack(args)],
  ['bind', (packer, args) => packer.bind(() => undefined)(...args)],
];
