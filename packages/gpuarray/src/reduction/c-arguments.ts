/** Argument lists as C writes them: `const float *x, float *y, float a`. */
import { argumentError, describe, parseKernels } from '@heddle/core';
import { kernelHeader } from '../kernels';
import type { KernelExtra } from './kernel-extra';

const qualifiers = /\b(?:GLOBAL|__global|global|CONST|const|volatile|restrict|__restrict__|__restrict)\b/g;

/**
 * The arguments of a user's kernel: pointers are memory, written where they are not const.
 *
 * @param preamble - defines the types that are not C's
 * @throws HeddleError `ARGUMENT` for a declaration that cannot be read
 */
export function parseArguments(list: string, preamble: string, operation: string): readonly KernelExtra[] {
  if (typeof list !== 'string') throw argumentError(`${operation}: arguments is a string, not ${describe(list)}`);
  const declarations = list.split(',').map((text) => text.trim());
  if (declarations.length === 1 && declarations[0] === '') return [];
  const plain = declarations.map((text) => parseDeclaration(text, operation));
  const dtypes = dtypesOf(plain, preamble);
  const names = plain.map(({ name }) => name);
  const twice = names.find((name, n) => names.indexOf(name) !== n);
  if (twice !== undefined) throw argumentError(`${operation}: the argument ${twice} is declared twice`);
  return plain.map((extra, n) => ({ ...extra, dtype: dtypes[n] }));
}

function parseDeclaration(text: string, operation: string): KernelExtra {
  const found = /^(.*?[\s*])\s*([A-Za-z_]\w*)$/s.exec(text);
  const [, before, name] = found ?? [];
  const type = before?.replace(qualifiers, ' ').replace(/\*/g, ' ').replace(/\s+/g, ' ').trim();
  if (before === undefined || name === undefined || type === undefined || !/^[A-Za-z_][\w ]*$/.test(type)) {
    throw argumentError(`${operation}: the argument '${text}' cannot be read`, {
      hint: "Arguments are written as in C: 'const float *x, float a'.",
    });
  }
  const stars = before.split('*').length - 1;
  if (stars > 1) throw argumentError(`${operation}: the argument '${text}' is a pointer to a pointer`);
  const kind = stars === 1 ? 'memory' : 'scalar';
  return { name, kind, type, dtype: undefined, writable: kind === 'memory' && !/\bconst\b/.test(before) };
}

/** What core's parser makes of the types; undefined for those of the user. */
function dtypesOf(extras: readonly KernelExtra[], preamble: string): readonly KernelExtra['dtype'][] {
  const parameters = extras.map(({ name, kind, type }) => `${type} ${kind === 'memory' ? '*' : ''}${name}`);
  const text = `${kernelHeader()}\n${preamble}\nKERNEL void probe(${parameters.join(', ')}) {}\n`;
  const probe = parseKernels(text, { language: 'portable' }).find(({ name }) => name === 'probe');
  return extras.map((_, n) => {
    const parameter = probe?.parameters[n];
    return parameter === undefined || (parameter.lanes ?? 1) > 1 ? undefined : parameter.dtype;
  });
}
