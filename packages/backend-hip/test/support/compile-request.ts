/** A compile request as core makes it, written by hand: HIP C++ by default. */
import type { CompileRequest } from '@heddle/core/backend';
import { compileRequest as requestOf } from '../../../../tools/backend-tests/src/compile-request';

export function compileRequest(text: string, changes: Partial<CompileRequest> = {}): CompileRequest {
  return requestOf(text, { language: 'hip', ...changes });
}
