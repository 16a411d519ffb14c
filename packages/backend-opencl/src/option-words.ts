/**
 * The options of a request, for compilers that take them as one string.
 *
 * Drivers split the string at spaces. Some treat quotation marks as quotes, some keep them as characters, and some
 * remove them. An option with a space or a quotation mark therefore does not go into the string: macros become lines
 * before the source, and folders get links.
 */
import { resolve } from 'node:path';
import { argumentError, openClOptionsIn } from '@heddle/core/backend';

/** A word of the option string, or a folder of headers, whose name may have spaces. */
export type OptionWord = { readonly text: string } | { readonly folder: string };

export interface OptionWords {
  readonly words: readonly OptionWord[];
  /** Lines before the source, each with its end. */
  readonly macroLines: string;
}

interface Option {
  /** `D`, `U`, `I`, or none of them. */
  readonly kind: string;
  readonly value: string;
}

/** @throws HeddleError `ARGUMENT` for a macro that a line cannot define */
export function optionWords(options: readonly string[]): OptionWords {
  const read = readOptions(options);
  // In the order of the options, because a later one may undo an earlier one.
  const inSource = read.some(({ kind, value }) => kind === 'D' && special.test(value));
  const isMacro = ({ kind }: Option): boolean => kind === 'D' || kind === 'U';
  return {
    words: read.filter((option) => !(inSource && isMacro(option))).map(toWord),
    macroLines: inSource ? read.filter(isMacro).map(macroLine).join('') : '',
  };
}

/** `#define name body`, for a macro that is one line. @throws HeddleError `ARGUMENT` naming the macro */
export function defineLine(name: string, body: string): string {
  const code = body.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, '').replace(/\/\/.*|\/\*.*?\*\//g, '');
  if (/\\\s*$|\/\*/.test(code)) {
    const what = code.includes('/*') ? 'opens a comment that it does not close' : 'ends with a backslash';
    throw argumentError(`the macro ${name} ${what}: ${JSON.stringify(body)}`, {
      backend: 'opencl',
      parameter: name,
      hint: 'A macro is one line of source.',
    });
  }
  return `#define ${name} ${body}\n`;
}

const special = /[\s"'\\]/;

function toWord({ kind, value }: Option): OptionWord {
  if (kind === 'I') {
    // As in includeDirs: a link to a folder in another place needs to know where it is.
    const folder = resolve(value);
    return special.test(folder) ? { folder } : { text: `-I ${folder}` };
  }
  return { text: kind === '' ? value : `-${kind}${value}` };
}

function macroLine({ kind, value }: Option): string {
  const [, name, parameters = '', body] = /^([A-Za-z_]\w*)(\([^)]*\))?(?:=([^]*))?$/.exec(value) ?? [];
  if (name === undefined) {
    throw argumentError(`the option -${kind}${value} names no macro`, { backend: 'opencl', parameter: 'options' });
  }
  const undefine = `#undef ${name}\n`;
  return kind === 'U' ? undefine : `${undefine}${defineLine(`${name}${parameters}`, body ?? '1')}`;
}

function readOptions(options: readonly string[]): Option[] {
  const read: Option[] = [];
  for (let i = 0; i < options.length; i++) {
    const entry = (options[i] ?? '').trim();
    const [, alone] = /^-([DUI])$/.exec(entry) ?? [];
    const next = options[i + 1];
    if (alone !== undefined && next !== undefined) {
      read.push({ kind: alone, value: next.trim() });
      i++;
    } else read.push(...openClOptionsIn(entry).map(readOption));
  }
  return read;
}

function readOption(text: string): Option {
  const [, kind, value] = /^-([DUI])\s*([^\s][^]*)$/.exec(text) ?? [];
  if (kind === undefined || value === undefined) return { kind: '', value: text };
  // Quoted as a whole, as for a shell: no name of a macro begins with a quotation mark.
  return { kind, value: /^"([^"]*)"$/.exec(value)?.[1] ?? value };
}
