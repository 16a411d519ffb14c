/** What went wrong when hipcc gave no binary. */
import { firstDiagnostic, HeddleError, type CompileRequest, type CompilerOutcome } from '@heddle/core';
import { refusedMark, refusedSource } from '@heddle/simt-driver';

export interface FailedRun {
  readonly request: CompileRequest;
  readonly headers: Readonly<Record<string, string>>;
  readonly log: string;
  readonly args: readonly string[];
  readonly outcome: CompilerOutcome;
}

/** The error for a failed run of hipcc. */
export async function hipccFailure({ request, headers, log, args, outcome }: FailedRun): Promise<HeddleError> {
  if (outcome.code === null) {
    return new HeddleError('COMPILE', `hipcc was ended by ${outcome.signal ?? 'the system'}`, { backend: 'hip', log });
  }
  const refused = firstDiagnostic(log) ? undefined : refusedRun(log, args);
  if (refused) return refused;
  const refusal = { backend: 'hip', compiler: 'hipcc', log };
  return refusedMark(request, refusal) ?? (await refusedSource({ ...request, headers }, refusal));
}

// What clang says before it has read a line of the source.
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
