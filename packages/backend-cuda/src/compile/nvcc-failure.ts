/** What went wrong when nvcc gave no binary. */
import { firstDiagnostic, HeddleError, type CompileRequest, type CompilerOutcome } from '@heddle/core';
import { refusedMark, refusedSource } from '@heddle/simt-driver';

export interface FailedRun {
  readonly request: CompileRequest;
  readonly log: string;
  readonly args: readonly string[];
  readonly outcome: CompilerOutcome;
}

/** The error for a failed run of nvcc. */
export async function nvccFailure({ request, log, args, outcome }: FailedRun): Promise<HeddleError> {
  if (outcome.code === null) {
    return new HeddleError('COMPILE', `nvcc was ended by ${outcome.signal ?? 'the system'}`, { backend: 'cuda', log });
  }
  if (
    /cannot find compiler|host compiler|gcc.*No such file|unsupported GNU version/i.test(log) &&
    !firstDiagnostic(log)
  ) {
    return new HeddleError('UNAVAILABLE', `nvcc found no host compiler that it can use: ${log}`, {
      backend: 'cuda',
      log,
      hint: 'Install g++ of a version that this CUDA release takes, or name one with the option -ccbin.',
    });
  }
  const fatal = /^nvcc (?:fatal|error)\s*: *(.*)$/m.exec(log)?.[1];
  if (fatal !== undefined && !firstDiagnostic(log)) {
    return new HeddleError('COMPILE', `nvcc refused: ${fatal}`, {
      backend: 'cuda',
      call: 'nvcc',
      status: args.join(' '),
      log,
    });
  }
  const refusal = { backend: 'cuda', compiler: 'nvcc', log };
  return refusedMark(request, refusal) ?? (await refusedSource(request, refusal));
}
