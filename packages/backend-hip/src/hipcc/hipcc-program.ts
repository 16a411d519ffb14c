/** hipcc as a program that compiles one source. */
import { HeddleError } from '@heddle/core';
import type { SourceCompiler } from '@heddle/simt-driver';
import { hipccEnvironment } from './find-hipcc';
import { hipccVariables } from './hipcc-variables';
import { assertNoShellText } from './shell-text';

export const hipccProgram: SourceCompiler = {
  backend: 'hip',
  name: 'hipcc',
  language: 'hip',
  variables: hipccVariables,
  environment: hipccEnvironment,
  assertNoShellText,
  refusedRun,
};

// Recognizes clang's errors before it reads the source.
function refusedRun(log: string, args: readonly string[]): HeddleError | undefined {
  const lost = /^.*(?:cannot find (?:ROCm device library|HIP runtime)|clang\S*: not found).*$/m.exec(log)?.[0];
  if (lost !== undefined) {
    return new HeddleError('UNAVAILABLE', `hipcc lacks a part of ROCm: ${lost}`, {
      backend: 'hip',
      log,
      hint: 'Install clang of its version and rocm-device-libs, or compile with hiprtc, which has them built in.',
    });
  }
  const reason = /^clang\S*: error: (.*)$/m.exec(log)?.[1];
  if (reason === undefined) return undefined;
  const isTarget = /invalid target ID|unsupported (?:HIP|CUDA) gpu architecture|unknown target CPU/.test(reason);
  return new HeddleError(isTarget ? 'UNSUPPORTED' : 'COMPILE', `hipcc refused: ${reason}`, {
    backend: 'hip',
    call: 'hipcc',
    status: args.join(' '),
    log,
    ...(isTarget ? { hint: 'Name an architecture that its clang knows, or install a newer ROCm.' } : {}),
  });
}
