/** The error for a name expression that means nothing in the source. */
import { HeddleError, type CompileRequest } from '@heddle/core';

// NVRTC appends the expressions to the program as a file of this name, one line each.
const place = /^__nv_name_map\(\d+\): error: (.*)$/m;
const expression = /Input name expression was: "\s*(.*?)\s*"/;

/** @returns undefined where the log is about something else */
export function refusedExpression(log: string, request: CompileRequest): HeddleError | undefined {
  const reason = place.exec(log)?.[1];
  const written = expression.exec(log)?.[1];
  if (reason === undefined || written === undefined) return undefined;
  const asked = [...request.names, ...request.globals].find(
    (name) => squeeze(name) === squeeze(written).replace(/^&/, ''),
  );
  const candidates = request.kernels.map(({ name, templateParameters }) =>
    templateParameters.length === 0 ? name : `${name}<${templateParameters.join(', ')}>`,
  );
  return new HeddleError('COMPILE', `'${asked ?? written}' names nothing in ${request.fileName}: ${reason}`, {
    backend: 'nvrtc',
    call: 'nvrtcCompileProgram',
    status: 'NVRTC_ERROR_COMPILATION',
    kernel: asked ?? written,
    log,
    hint: candidates.length === 0 ? 'The source has no kernels.' : `The source has ${candidates.join(', ')}.`,
  });
}

// NVRTC writes the expression with other spaces.
function squeeze(text: string): string {
  return text.replace(/\s+/g, '');
}
