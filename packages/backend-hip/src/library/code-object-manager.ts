/**
 * ROCm's code-object manager, asked which architectures it knows. hiprtc hands it any name, and it ends the process at
 * one it does not know, so it is asked before.
 */
import koffi from 'koffi';
import { loadFirst } from '@heddle/simt-driver';

/** @returns names without features, in the manager's order; empty if there is no manager */
export function knownArchitectures(candidates: readonly string[]): string[] {
  const found = loadFirst(candidates);
  if ('failures' in found) return [];
  const count = found.handle.func('amd_comgr_get_isa_count', 'int', ['void *']);
  const name = found.handle.func('amd_comgr_get_isa_name', 'int', ['size_t', 'void *']);
  const total = new BigUint64Array(1);
  if (count(total) !== 0) return [];
  const names: string[] = [];
  const text = new BigUint64Array(1);
  for (let index = 0; index < Number(total[0]); index++) {
    if (name(index, text) !== 0 || !text[0]) continue;
    // amdgcn-amd-amdhsa--gfx90a
    const [architecture = ''] = koffi.decode.string(text[0]).split('--').slice(1);
    if (architecture !== '') names.push(architecture.split(':')[0] ?? architecture);
  }
  return [...new Set(names)];
}
