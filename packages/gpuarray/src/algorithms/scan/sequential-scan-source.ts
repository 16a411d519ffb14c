/**
 * Scan kernels for CPUs: each thread walks a chunk of a row. A first launch leaves each chunk's total, the second
 * starts from the totals before it (reduce, then scan).
 */
import { extraParameters, extraPointers } from '../../kernel-kit/kernel-extra';
import { inputCall, outputCall, startOf } from './scan-functions';
import { scanNeeds, type ScanSpec } from './scan-spec';

/** Parameters of all scan kernels, after the extras'. */
export const scanShapeParameters = [
  'GLOBAL void* heddle_state_data',
  'INT64 heddle_length',
  'INT64 heddle_rows',
  'INT64 heddle_chunks',
  'INT64 heddle_per_chunk',
  'int heddle_jobs',
];

/** Kernels `heddle_scan_totals` and `heddle_scan_apply`. */
export function sequentialScanSource(spec: ScanSpec): string {
  const parameters = [...extraParameters(spec.extras), ...scanShapeParameters].join(', ');
  return `
KERNEL void heddle_scan_totals(${parameters}) {
${prologue(spec)}
    heddle_run total = ${inputCall(spec, 'begin')};
    for (INDEX i = begin + 1; i < end; i++) total = heddle_join(total, ${inputCall(spec, 'i')});
    totals[task] = total;
  }
}
KERNEL void heddle_scan_apply(${parameters}) {
${prologue(spec)}
${spec.sparse === true ? sparseBody(spec) : applyBody(spec)}
  }
}`;
}

// Tasks are dealt in runs, so that neighbours in memory stay with one core.
function prologue(spec: ScanSpec): string {
  return `${extraPointers(spec.extras)}
  GLOBAL heddle_run* totals = (GLOBAL heddle_run*)heddle_state_data;
  const INDEX length = (INDEX)heddle_length;
  const INT64 tasks = heddle_rows * heddle_chunks;
  const INT64 job = (INT64)BLOCK_INDEX(0);
  const INT64 share = tasks / heddle_jobs;
  const INT64 rest = tasks % heddle_jobs;
  const INT64 last_task = share * (job + 1) + rest * (job + 1) / heddle_jobs;
  for (INT64 task = share * job + rest * job / heddle_jobs; task < last_task; task++) {
    const INDEX row = (INDEX)(task / heddle_chunks);
    const INDEX chunk = (INDEX)(task - (INT64)row * heddle_chunks);
    const INDEX begin = (INDEX)(chunk * heddle_per_chunk);
    const INDEX end = (INDEX)(length - begin < heddle_per_chunk ? length : begin + heddle_per_chunk);`;
}

/**
 * If every second element counts, a branch on it is mispredicted half of the time. So each index writes as if it
 * counted, at the place of the next element that does, which then overwrites it. The loop ends at the last element that
 * counts, since the chunk has no place of its own after that.
 */
function sparseBody(spec: ScanSpec): string {
  return `    heddle_item counted = 0;
    for (INDEX before = 0; before < chunk; before++) counted += totals[(INT64)row * heddle_chunks + before].value;
    const heddle_item last = counted + totals[task].value;
    for (INDEX i = begin; counted < last; i++) {
      ${outputCall(spec, 'i', 'counted + 1', 'counted', '')}
      counted += ${inputCall(spec, 'i')}.value;
    }
    if (end == length) { ${outputCall(spec, 'length - 1', 'last', 'last', '')} }`;
}

function applyBody(spec: ScanSpec): string {
  const needs = scanNeeds(spec);
  const previous = needs.previous
    ? `const heddle_item previous = ${needs.segments ? 'here.start ? heddle_neutral() : ' : ''}run.value;`
    : '';
  const firstPrevious = needs.previous
    ? `const heddle_item previous = chunk == 0${needs.segments ? ' || here.start' : ''} ? heddle_neutral() : run.value;`
    : '';
  return `    heddle_run run = ${inputCall(spec, 'begin')};
    {
      const heddle_run here = run;
      if (chunk > 0) {
        run = totals[(INT64)row * heddle_chunks];
        for (INDEX before = 1; before < chunk; before++) {
          run = heddle_join(run, totals[(INT64)row * heddle_chunks + before]);
        }
      }
${
  needs.last
    ? `      heddle_run whole = totals[(INT64)row * heddle_chunks];
      for (INDEX other = 1; other < (INDEX)heddle_chunks; other++) {
        whole = heddle_join(whole, totals[(INT64)row * heddle_chunks + other]);
      }`
    : ''
}
      ${firstPrevious}
      run.value = chunk == 0 ? here.value : heddle_scan(run.value, here.value, ${startOf(spec, 'here')});
      ${outputCall(spec, 'begin', 'run.value', 'previous', 'whole.value')}
${needs.last ? remaining(spec, previous) : ''}
    }
${needs.last ? '' : remaining(spec, previous)}`;
}

function remaining(spec: ScanSpec, previous: string): string {
  return `    for (INDEX i = begin + 1; i < end; i++) {
      const heddle_run here = ${inputCall(spec, 'i')};
      ${previous}
      run.value = heddle_scan(run.value, here.value, ${startOf(spec, 'here')});
      ${outputCall(spec, 'i', 'run.value', 'previous', 'whole.value')}
    }`;
}
