/**
 * Directives that bring a region's arrays to an accelerator before the clock starts, and back after it stopped.
 *
 * Only if a region leaves that open: one with clauses of its own for data keeps them.
 */
import { lengthOf, type DirectiveParameter } from './parameters';

export interface DataMovement {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** The body, whose OpenACC constructs know that the arrays are on the device. */
  readonly body: string;
}

const accConstruct = /^(\s*(?:#\s*pragma\s+acc|!\$acc)\s+(?:parallel|kernels|serial)(?:\s+loop)?)\b(.*)$/gim;
const accClause = /\b(copy|copyin|copyout|create|no_create|present|deviceptr|attach)\s*\(/i;

export function dataMovement(
  body: string,
  parameters: readonly DirectiveParameter[],
  isFortran: boolean,
): DataMovement {
  const none: DataMovement = { before: [], after: [], body };
  const sections = parameters
    .filter(({ isArray }) => isArray)
    .map((parameter) => (isFortran ? fortranSection(parameter) : `${parameter.name}[0:${lengthOf(parameter)}]`));
  if (sections.length === 0) return none;
  const list = sections.join(isFortran ? ', &\n!$SENTINEL   ' : ', ');
  if (/^\s*(#\s*pragma\s+omp|!\$omp)\s+target\b/im.test(body) && !/\bmap\s*\(/i.test(body)) {
    const write = directive('omp', isFortran, list);
    return { before: [write('target enter data map(to: %)')], after: [write('target exit data map(from: %)')], body };
  }
  if (new RegExp(accConstruct.source, 'im').test(body) && !accClause.test(directivesOf(body))) {
    const write = directive('acc', isFortran, list);
    return {
      before: [write('enter data copyin(%)')],
      after: [write('exit data copyout(%)')],
      body: body.replace(accConstruct, (_, construct: string, rest: string) => {
        const present = `present(${list.replaceAll('SENTINEL', 'acc')})`;
        return isFortran ? `${construct} &\n!$acc ${present}${rest}` : `${construct} ${present}${rest}`;
      }),
    };
  }
  return none;
}

function directive(sentinel: 'omp' | 'acc', isFortran: boolean, list: string): (text: string) => string {
  const start = isFortran ? `!$${sentinel} ` : `#pragma ${sentinel} `;
  return (text) => start + text.replace('%', list.replaceAll('SENTINEL', sentinel));
}

function fortranSection({ name, dimensions }: DirectiveParameter): string {
  return `${name}(${dimensions.map((extent) => `:${extent}`).join(',')})`;
}

function directivesOf(body: string): string {
  return [...body.replace(/\\\n/g, ' ').matchAll(/^\s*(?:#\s*pragma\s+acc|!\$acc).*$/gim)].join('\n');
}
