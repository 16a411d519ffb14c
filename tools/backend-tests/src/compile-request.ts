/** A compile request as core makes it, written by hand. */
import type { SourceLanguage } from '@heddle/core';
import { parseGlobals, parseKernels, type CompileRequest } from '@heddle/core/backend';

const fileNames: Partial<Record<SourceLanguage, string>> = { cuda: 'kernel.cu', hip: 'kernel.hip' };

export function compileRequest(text: string, changes: Partial<CompileRequest> = {}): CompileRequest {
  const { language = 'cuda' } = changes;
  return {
    source: text,
    userSource: text,
    fileName: fileNames[language] ?? 'kernel',
    language,
    names: [],
    globals: parseGlobals(text, { language }),
    kernels: parseKernels(text, { language }),
    options: [],
    defines: {},
    includeDirs: [],
    headers: {},
    ...changes,
  };
}
