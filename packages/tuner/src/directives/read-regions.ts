/** Finds the regions that a program marks with `#pragma tuner` or `!$tuner`. */
import type { HeddleError } from '@heddle/core';
import { argumentError } from '@heddle/core/backend';
import { suggestion } from '../options/suggestion';

/** Lines between a mark and its `stop`. */
export interface Region {
  readonly kind: 'start' | 'initialize' | 'deinitialize';
  /** For a `start`: its name, and the text after it. */
  readonly name: string;
  readonly declarations: string;
  readonly body: string;
  /** Line of the mark, and the first line of the body, from 1. */
  readonly line: number;
  readonly bodyLine: number;
}

export interface MarkedProgram {
  readonly isFortran: boolean;
  readonly regions: readonly Region[];
  /** `#include` and `#define`, each with the lines that continue it. */
  readonly preprocessor: readonly string[];
}

/** A line with those that a backslash joins to it. */
interface LogicalLine {
  readonly text: string;
  readonly raw: readonly string[];
  readonly line: number;
}

const mark = /^\s*(?:#\s*pragma\s+tuner|!\$tuner)\b\s*(\w*)\s*(.*)$/i;
const kinds = ['start', 'stop', 'initialize', 'deinitialize'] as const;

/** @throws HeddleError `ARGUMENT` with its line for a mark that is unknown, misplaced or never ended */
export function readRegions(source: string): MarkedProgram {
  const lines = logicalLines(source);
  const regions: Region[] = [];
  let open: { readonly head: Omit<Region, 'body' | 'bodyLine'>; readonly body: LogicalLine[] } | undefined;
  for (const each of lines) {
    const found = mark.exec(each.text);
    if (!found) {
      open?.body.push(each);
      continue;
    }
    const [, word = '', rest = ''] = found;
    const kind = kindOf(word, each.line);
    if (kind !== 'stop') {
      if (open)
        throw misplaced(each.line, `${kind} inside the region of line ${open.head.line}`, 'End that one first.');
      open = { head: headOf(kind, rest, each.line), body: [] };
    } else if (open) {
      regions.push(regionOf(open.head, open.body));
      open = undefined;
    } else throw misplaced(each.line, 'stop without a region', 'Put start, initialize or deinitialize before it.');
  }
  if (open) throw misplaced(open.head.line, 'a region that never ends', 'End it by stop.');
  checkNames(regions);
  return {
    isFortran: /^\s*!\$tuner\b/im.test(source),
    regions,
    preprocessor: lines.filter(({ text }) => /^\s*#\s*(include|define)\b/.test(text)).map(({ raw }) => raw.join('\n')),
  };
}

/** An error that names its line in the user's source. */
export function directiveError(line: number, message: string, hint: string): HeddleError {
  return argumentError(`line ${line}: ${message}`, { parameter: 'source', hint });
}

function misplaced(line: number, what: string, hint: string): HeddleError {
  return directiveError(line, `the directive of the tuner marks ${what}`, hint);
}

function kindOf(word: string, line: number): (typeof kinds)[number] {
  const found = kinds.find((kind) => kind === word.toLowerCase());
  if (found) return found;
  const what = word === '' ? 'without a word' : word;
  throw directiveError(line, `the tuner has no directive ${what}`, suggestion(word, kinds));
}

function headOf(kind: Region['kind'], rest: string, line: number): Omit<Region, 'body' | 'bodyLine'> {
  if (kind !== 'start') return { kind, name: '', declarations: '', line };
  const [, name, declarations = ''] = /^([A-Za-z_]\w*)(?![\w(])\s*(.*)$/.exec(rest) ?? [];
  if (name !== undefined) return { kind, name, declarations: declarations.trim(), line };
  throw directiveError(line, 'start has no name', 'It is followed by a name and the arguments: start add a(float*:N).');
}

function regionOf(head: Omit<Region, 'body' | 'bodyLine'>, body: readonly LogicalLine[]): Region {
  return { ...head, body: body.flatMap(({ raw }) => raw).join('\n'), bodyLine: body[0]?.line ?? head.line + 1 };
}

function checkNames(regions: readonly Region[]): void {
  const lines = new Map<string, number>();
  for (const { kind, name, line } of regions) {
    const first = lines.get(name);
    if (kind !== 'start') continue;
    if (first !== undefined) throw directiveError(line, `${name} was begun in line ${first}`, 'Give it another name.');
    lines.set(name, line);
  }
}

function logicalLines(source: string): LogicalLine[] {
  const lines: LogicalLine[] = [];
  let raw: string[] = [];
  for (const [index, text] of source.split(/\r?\n/).entries()) {
    raw.push(text);
    if (text.endsWith('\\')) continue;
    lines.push({ text: raw.map((part) => part.replace(/\\$/, ' ')).join(''), raw, line: index + 2 - raw.length });
    raw = [];
  }
  return lines;
}
