/** The format of a library's code: AMD's code object, alone or in a bundle of several, or NVIDIA's cubin or PTX. */
import { HeddleError } from '@heddle/core';

const bundleMagic = '__CLANG_OFFLOAD_BUNDLE__';
const machines: Readonly<Record<number, string>> = { 190: 'cubin', 224: 'code-object' };

/** A binary that the driver loads, and its form. */
export interface DeviceCode {
  readonly format: string;
  readonly bytes: Uint8Array;
}

/**
 * @param compiler - who gave it
 * @throws HeddleError `UNSUPPORTED` for a form that the driver does not load
 */
export function deviceCode(bytes: Uint8Array, compiler: 'hiprtc' | 'hipcc' = 'hiprtc'): DeviceCode {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (startsWith(bytes, bundleMagic)) return deviceCode(deviceEntry(bytes, view, compiler), compiler);
  if (bytes.byteLength >= 64 && view.getUint32(0, false) === 0x7f454c46) {
    const format = machines[view.getUint16(18, true)];
    if (format !== undefined) return { format, bytes };
  }
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 4096)).toString('latin1');
  if (text.includes('.version') && text.includes('.target')) {
    return { format: 'ptx', bytes: bytes.at(-1) === 0 ? bytes.subarray(0, -1) : bytes };
  }
  throw new HeddleError('UNSUPPORTED', `${compiler} gave code of a form that no driver loads`, {
    backend: 'hip',
    call: compiler === 'hiprtc' ? 'hiprtcGetCode' : compiler,
    hint: 'Options such as -fgpu-rdc or -emit-llvm make no program; leave them out.',
  });
}

// The format of clang's offload bundler: the number of entries, then offset, size and name of each.
function deviceEntry(bytes: Uint8Array, view: DataView, compiler: string): Uint8Array {
  let at = bundleMagic.length + 8;
  const count = Number(view.getBigUint64(bundleMagic.length, true));
  for (let i = 0; i < count; i++) {
    const [offset, byteLength, nameLength] = [0, 8, 16].map((place) => Number(view.getBigUint64(at + place, true)));
    const name = Buffer.from(bytes.buffer, bytes.byteOffset + at + 24, nameLength).toString('latin1');
    // The host's entry is empty.
    if (!name.startsWith('host') && byteLength) return bytes.slice(offset, (offset ?? 0) + byteLength);
    at += 24 + (nameLength ?? 0);
  }
  throw new HeddleError('CORRUPT', `the bundle that ${compiler} gave has no entry for a device`, { backend: 'hip' });
}

function startsWith(bytes: Uint8Array, magic: string): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, magic.length)).equals(
    Buffer.from(magic),
  );
}
