/** Scans of many rows whose elements lie apart while the rows lie side by side: every thread walks rows of its own. */
import type { DeviceTuning } from '../../kernel-kit/device-tuning';
import { extraParameters, extraPointers } from '../../kernel-kit/kernel-extra';
import { inputCall, outputCall, startOf } from './scan-functions';
import { scanNeeds, type ScanSpec } from './scan-spec';
import { scanShapeParameters } from './sequential-scan-source';

/** Rows that a sequential thread walks side by side. */
export const rowChunk = 128;

/** Kernel `heddle_scan_columns`; the output must not need the last item. */
export function columnScanSource(spec: ScanSpec, { strategy }: DeviceTuning): string {
  const parameters = [...extraParameters(spec.extras), ...scanShapeParameters].join(', ');
  return `
KERNEL void heddle_scan_columns(${parameters}) {
${extraPointers(spec.extras)}
  const INDEX length = (INDEX)heddle_length;
${strategy === 'sequential' ? sequentialBody(spec) : parallelBody(spec)}
}`;
}

function parallelBody(spec: ScanSpec): string {
  return `  const INDEX row = (INDEX)GLOBAL_INDEX(0);
  if (row < heddle_rows) {
    heddle_run run;
    for (INDEX i = 0; i < length; i++) {
${step(spec, 'run')}
    }
  }`;
}

function sequentialBody(spec: ScanSpec): string {
  return `  const INT64 first_row = (INT64)BLOCK_INDEX(0) * ${rowChunk};
  const int width = (int)(heddle_rows - first_row < ${rowChunk} ? heddle_rows - first_row : ${rowChunk});
  heddle_run runs[${rowChunk}];
  for (INDEX i = 0; i < length; i++) {
    for (int j = 0; j < width; j++) {
      const INDEX row = (INDEX)(first_row + j);
${step(spec, 'runs[j]')}
    }
  }`;
}

function step(spec: ScanSpec, run: string): string {
  const needs = scanNeeds(spec);
  const first = needs.segments ? '(i == 0 || here.start)' : 'i == 0';
  return `      const heddle_run here = ${inputCall(spec, 'i')};
      ${needs.previous ? `const heddle_item previous = ${first} ? heddle_neutral() : ${run}.value;` : ''}
      ${run}.value = i == 0 ? here.value : heddle_scan(${run}.value, here.value, ${startOf(spec, 'here')});
      ${outputCall(spec, 'i', `${run}.value`, 'previous', '')}`;
}
