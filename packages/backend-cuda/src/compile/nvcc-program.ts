/** nvcc as a program that compiles one source. */
import { HeddleError } from '@heddle/core';
import type { SourceCompiler } from '@heddle/simt-driver';
import { nvccVariables } from '../nvcc/nvcc-variables';
import { assertNoShellText } from './shell-text';

export const nvccProgram: SourceCompiler = {
  backend: 'cuda',
  name: 'nvcc',
  language: 'cu',
  variables: nvccVariables,
  assertNoShellText,
  refusedRun,
};

function refusedRun(log: string, args: readonly string[]): HeddleError | undefined {
  if (/cannot find compiler|host compiler|gcc.*No such file|unsupported GNU version/i.test(log)) {
    return new HeddleError('UNAVAILABLE', `nvcc found no host compiler that it can use: ${log}`, {
      backend: 'cuda',
      log,
      hint: 'Install g++ of a version that this CUDA release takes, or name one with the option -ccbin.',
    });
  }
  const reason = /^nvcc (?:fatal|error)\s*: *(.*)$/m.exec(log)?.[1];
  if (reason === undefined) return undefined;
  return new HeddleError('COMPILE', `nvcc refused: ${reason}`, {
    backend: 'cuda',
    call: 'nvcc',
    status: args.join(' '),
    log,
  });
}
