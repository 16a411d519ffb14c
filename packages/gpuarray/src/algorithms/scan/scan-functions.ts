/** The part of a scan's source that is the same for every strategy: what the user's expressions become. */
import { quoted } from '../../kernel-kit/quoted';
import { extraDeclarations, extraNames } from '../../kernel-kit/kernel-extra';
import { scanNeeds, type ScanSpec } from './scan-spec';

/**
 * Types `heddle_item` and `heddle_run` (a stretch of items, and whether a segment starts in it), functions
 * `heddle_input`, `heddle_join` and `heddle_output`.
 */
export function scanFunctions(spec: ScanSpec, index: 'int' | 'INT64'): string {
  const { segments } = scanNeeds(spec);
  const parameters = [
    ...extraDeclarations(spec.extras),
    'const INDEX i',
    'const INDEX N',
    'const INDEX heddle_row',
  ].join(', ');
  return [
    `typedef ${index} INDEX;`,
    quoted('preamble', spec.preamble),
    `typedef ${spec.itemType} heddle_item;`,
    `typedef struct { heddle_item value;${segments ? ' int start;' : ''} } heddle_run;`,
    'DEVICE heddle_item heddle_scan(heddle_item a, heddle_item b, int acrossSegmentBoundary) {',
    quoted('scan', `return (${spec.scan});`),
    '}',
    `DEVICE heddle_run heddle_input(${parameters}) {`,
    '  heddle_run heddle_result;',
    fetched(spec),
    '  heddle_item heddle_first =',
    quoted('input', `(${spec.input});`),
    '  heddle_result.value = heddle_first;',
    ...(spec.segmentStart === undefined
      ? []
      : ['  heddle_result.start = i == 0 || (', quoted('isSegmentStart', spec.segmentStart), ');']),
    '  return heddle_result;',
    '}',
    joinFunction(segments),
    outputFunction(spec, parameters),
    spec.neutral === undefined ? '' : neutralFunction(spec.neutral),
  ].join('\n');
}

/** Call of `heddle_input`. */
export function inputCall(spec: ScanSpec, i: string): string {
  return `heddle_input(${[...extraNames(spec.extras), i, 'length', 'row'].join(', ')})`;
}

/** Statement that runs the output for an index. */
export function outputCall(spec: ScanSpec, i: string, item: string, previous: string, last: string): string {
  const needs = scanNeeds(spec);
  const values = [item, ...(needs.previous ? [previous] : []), ...(needs.last ? [last] : [])];
  return `heddle_output(${[...extraNames(spec.extras), i, 'length', 'row', ...values].join(', ')});`;
}

/** C expression: a segment starts in a run. */
export function startOf(spec: ScanSpec, run: string): string {
  return spec.segmentStart === undefined ? '0' : `${run}.start`;
}

function fetched({ fetches }: ScanSpec): string {
  return fetches
    .map(({ type, name, array, offset }) => {
      const index = offset === 0 ? 'i' : '(i == 0 ? 0 : i - 1)';
      return `  const ${type} ${name} = ${array}[${index}];`;
    })
    .join('\n');
}

function joinFunction(segments: boolean): string {
  return [
    'DEVICE heddle_run heddle_join(heddle_run a, heddle_run b) {',
    `  b.value = heddle_scan(a.value, b.value, ${segments ? 'b.start' : '0'});`,
    segments ? '  b.start = a.start | b.start;' : '',
    '  return b;',
    '}',
  ].join('\n');
}

function outputFunction(spec: ScanSpec, parameters: string): string {
  const needs = scanNeeds(spec);
  const values = [
    'heddle_item item',
    ...(needs.previous ? ['heddle_item prevItem'] : []),
    ...(needs.last ? ['heddle_item lastItem'] : []),
  ];
  return [
    `DEVICE void heddle_output(${[parameters, ...values].join(', ')}) {`,
    quoted('output', `${spec.output};`),
    '}',
  ].join('\n');
}

const neutralFunction = (neutral: string): string =>
  ['DEVICE heddle_item heddle_neutral(void) {', quoted('neutral', `return (${neutral});`), '}'].join('\n');
