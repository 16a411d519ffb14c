/**
 * A kernel that writes down what it has received: what the compiler made of the parameters, no matter who passed them.
 */
import { laneNames, type Shape } from './shape';
import type { SourceCase } from './source-case';

/** The kernel's name, and that of the parameter that it writes to, which comes first. */
export const kernelName = 'case_report';
export const outputName = 'case_out';
/** Numbers that the output must have room for: every byte of the arguments on its own, and as many sizes. */
export const outputNumbers = 16_384;

/** The whole source: the declarations with the kernel after them. */
export function reportingSource({ target, declarations, parameterList, parameters }: SourceCase): string {
  const isOpencl = target.language === 'opencl';
  const head = isOpencl ? '__kernel void' : 'extern "C" __global__ void';
  const output = `${isOpencl ? '__global ' : ''}double* ${outputName}`;
  const reports = parameters.map(({ name, shape }) => reportOf(name, shape, isOpencl ? '__global ' : '', 0));
  return `${declarations}
#define CASE_REPORT(value) ${outputName}[case_count++] = (double)(value)
${head} ${kernelName}(${output}, ${parameterList}) {
  int case_count = 0;
${reports.join('\n')}
  ${outputName}[${outputNumbers - 1}] = (double)case_count;
}
`;
}

/** Statements that report a value; `space` is the address space of pointers. */
function reportOf(value: string, shape: Shape, space: string, depth: number): string {
  switch (shape.form) {
    case 'scalar':
      return report(value);
    case 'enum':
      return report(`(int)(${value})`);
    case 'pointer':
      return report(`(${space}const void*)(${value}) == (${space}const void*)${outputName}`);
    case 'vector':
      return laneNames
        .slice(0, shape.lanes)
        .map((lane) => report(`${value}.${lane}`))
        .join('\n');
    case 'array':
      return arrayReport(value, shape.of, space, depth);
    case 'struct':
      return structReport(value, shape, space, depth);
    case 'union':
      return bytesReport(value, depth);
    case 'hidden':
      return `${bytesReport(value, depth)}\n${report(value)}`;
  }
}

function arrayReport(value: string, of: Shape, space: string, depth: number): string {
  const i = `case_${depth}`;
  const extent = `(int)(sizeof(${value}) / sizeof((${value})[0]))`;
  return `${report(extent)}\n${loop(i, extent, reportOf(`${value}[${i}]`, of, space, depth + 1))}`;
}

function structReport(value: string, { fields }: Shape & { form: 'struct' }, space: string, depth: number): string {
  const offset = (name: string) => `(int)((const char*)&${value}.${name} - (const char*)&${value})`;
  return [
    report(`sizeof(${value})`),
    ...fields.flatMap(({ name, shape }) => [report(offset(name)), reportOf(`${value}.${name}`, shape, space, depth)]),
  ].join('\n');
}

function bytesReport(value: string, depth: number): string {
  const i = `case_${depth}`;
  const byte = report(`((const unsigned char*)&${value})[${i}]`);
  return `${report(`sizeof(${value})`)}\n${loop(i, `(int)sizeof(${value})`, byte)}`;
}

function loop(variable: string, extent: string, body: string): string {
  return `for (int ${variable} = 0; ${variable} < ${extent}; ${variable}++) {\n${body}\n}`;
}

function report(value: string): string {
  return `  CASE_REPORT(${value});`;
}
