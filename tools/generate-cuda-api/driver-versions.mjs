/** The CUDA version that brought each function, from NVIDIA's names of pointers to them: `PFN_cuMemAlloc_v3020`. */
import { parseDeclarations } from './parse-declarations.mjs';
import { readHeader } from './read-header.mjs';

/**
 * @typedef {{ version: number, parameters: import('./parse-declarations.mjs').Declarator[] }} Form
 * @param {string} include
 * @returns {Map<string, Form[]>} function without suffix -> its forms, the newest first; 3020 is CUDA 3.2
 */
export function functionForms(include) {
  const forms = new Map();
  for (const header of ['cudaTypedefs.h', 'cudaProfilerTypedefs.h']) {
    const { tokens, macros } = readHeader(include, header);
    for (const [pointer, parameters] of parseDeclarations(tokens, macros).callbacks) {
      const [, name, version] = /^PFN_(cu\w+?)_v(\d+)$/.exec(pointer) ?? [];
      if (name) forms.set(name, [...(forms.get(name) ?? []), { version: Number(version), parameters }]);
    }
  }
  for (const list of forms.values()) list.sort((a, b) => b.version - a.version);
  return forms;
}
