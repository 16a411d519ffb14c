/** What core asks a compiler for, made by hand. */
import { parseGlobals, parseKernels, type CompileRequest, type SourceLanguage } from '@heddle/core';

export function compileRequest(text: string, changes: Partial<CompileRequest> = {}): CompileRequest {
  const language: SourceLanguage = changes.language ?? 'hip';
  return {
    source: text,
    userSource: text,
    fileName: 'kernel.hip',
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
