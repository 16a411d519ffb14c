/**
 * Writes the typed HIP API of `@heddle/backend-hip/api` from a ROCm's header. It copies only facts: names, types,
 * numbers. It leaves out structs, because they change between versions, and functions that take one by value.
 *
 * node tools/generate-hip-api/generate.mjs [include folder] [output folder]     needs a C preprocessor, `cc`
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDeclarations } from '../generate-cuda-api/parse-declarations.mjs';
import { tokensOf } from '../generate-cuda-api/read-header.mjs';
import { TypeTable } from '../generate-cuda-api/type-layout.mjs';

const include = process.argv[2] ?? join(process.env.ROCM_PATH ?? '/opt/rocm', 'include');
const folder = process.argv[3] ?? join(import.meta.dirname, '../../packages/backend-hip/src/api/generated');
const spelling = { status: 'hipError_t', functions: /^hip[A-Z]/, callbacks: /^hip\w+(?:Callback|Fn)_t$/ };

const preprocessed = (options) =>
  execFileSync('cc', ['-E', '-P', ...options, '-D__HIP_PLATFORM_AMD__', '-I', include, '-x', 'c', '-'], {
    input: '#include <hip/hip_runtime_api.h>\n',
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  });
const [, major = '', minor = ''] =
  /HIP_VERSION_MAJOR (\d+)[^]*HIP_VERSION_MINOR (\d+)/.exec(preprocessed(['-dD'])) ?? [];
// Attributes tell what is deprecated, and are not part of a declaration. Widths of bit fields matter to layouts alone.
const text = preprocessed([])
  .replace(/__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)/g, ' ')
  .replace(/\s*:\s*\d+\s*;/g, ';')
  .replace(/^#.*$/gm, '');
const declarations = parseDeclarations(withoutBodies(tokensOf(text)), new Map(), spelling);
const types = new TypeTable(declarations);

/** Functions that are defined in the header are not part of the library. */
function withoutBodies(tokens) {
  const kept = [];
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at] !== 'static') kept.push(tokens[at]);
    else {
      while (tokens[at] !== '{') at++;
      for (let depth = 1; depth > 0;) {
        at++;
        depth += tokens[at] === '{' ? 1 : tokens[at] === '}' ? -1 : 0;
      }
    }
  }
  return kept;
}

const letters = { i8: 'c', u8: 'c', i16: 'w', u16: 'w', i32: 'i', u32: 'u', i64: 'l', u64: 'q', f32: 'f', f64: 'd' };

function parameterOf(parameter, index) {
  const { base, isConst, pointers, extents } = parameter;
  const name = reserved.has(parameter.name) ? `${parameter.name}_` : parameter.name || `argument${index + 1}`;
  if (pointers === 1 && base === 'char' && isConst) return { name, letter: 's', type: 'Text' };
  // A device address is a pointer in HIP; what is read or written by the host as well.
  if (base === 'hipDeviceptr_t' && pointers === 0) return { name, letter: 'h', type: 'Handle' };
  if (pointers > 0 || extents.length > 0) return { name, letter: 'p', type: 'Pointer' };
  if (declarations.callbacks.has(base)) return { name, letter: 'h', type: 'Callback' };
  const type = types.resolve(parameter);
  if (type.form === 'pointer') return { name, letter: 'h', type: 'Handle' };
  if (type.form === 'enum') return { name, letter: 'i', type: enumName(type.name) ?? 'number' };
  if (type.form === 'record') return undefined;
  if (base === 'size_t') return { name, letter: 'z', type: 'Integer' };
  return { name, letter: letters[type.type], type: /64/.test(type.type) ? 'Integer' : 'number' };
}

const reserved = new Set(['function', 'default', 'in', 'new', 'delete', 'export', 'import', 'enum', 'class', 'var']);

function enumName(tag) {
  const names = [tag, ...[...declarations.typeNames].filter(([, { base }]) => base === tag).map(([name]) => name)];
  return names.find((name) => /^(?:hip|HIP)\w*$/.test(name));
}

const functions = [];
const leftOut = [];
for (const { symbol, parameters } of declarations.functions) {
  if (functions.some(({ name }) => name === symbol)) continue;
  const described = parameters.map(parameterOf);
  if (described.includes(undefined)) leftOut.push(symbol);
  else functions.push({ name: symbol, parameters: described });
}
functions.sort((a, b) => (a.name < b.name ? -1 : 1));
const enumerations = [...declarations.enumerations.values()]
  .map(({ name, values }) => ({ name: enumName(name), values }))
  .filter(({ name }) => name !== undefined)
  .sort((a, b) => (a.name < b.name ? -1 : 1));

const head = (what) =>
  `/**\n * ${what}\n *\n * Generated from the headers of ROCm ${major}.${minor} by tools/generate-hip-api; do not edit.\n */\n`;
const used = [...new Set(functions.flatMap(({ parameters }) => parameters.map(({ type }) => type)))]
  .filter((type) => type !== 'number')
  .sort();
const enumNames = new Set(enumerations.map(({ name }) => name));
const functionsFile = [
  head('The functions of the HIP runtime, with what they take.'),
  `import type { DriverCall, ${used.filter((type) => !enumNames.has(type)).join(', ')} } from '@heddle/simt-driver/cuda';`,
  `import type {\n${used
    .filter((type) => enumNames.has(type))
    .map((type) => `  ${type},`)
    .join('\n')}\n} from './enumerations';`,
  '',
  '/** The functions by name, with the letters of their parameters. */',
  'export const hipFunctionTable = {',
  ...functions.map(({ name, parameters }) => `  ${name}: '${parameters.map(({ letter }) => letter).join(' ')}',`),
  '} as const satisfies Readonly<Record<string, string>>;',
  '',
  '/** The functions as they are called. Each throws where its status is not `hipSuccess`. */',
  'export interface HipFunctions {',
  ...functions.map(
    ({ name, parameters }) =>
      `  readonly ${name}: DriverCall<[${parameters.map((one) => `${one.name}: ${one.type}`).join(', ')}]>;`,
  ),
  '}',
  '',
].join('\n');
const enumerationsFile = [
  head('The enumerations of the HIP runtime. Those whose numbers changed in ROCm 6, of memory types, are as in 5.'),
  ...enumerations.map(({ name, values }) =>
    [
      `export const ${name} = {`,
      ...values.map(([key, value]) => `  ${key}: ${value},`),
      '} as const;',
      `export type ${name} = (typeof ${name})[keyof typeof ${name}];`,
      '',
    ].join('\n'),
  ),
].join('\n');
mkdirSync(folder, { recursive: true });
const withoutLineLimit = (file) => (file.split('\n').length > 450 ? `/* eslint-disable max-lines */\n${file}` : file);
writeFileSync(join(folder, 'functions.ts'), withoutLineLimit(functionsFile));
writeFileSync(join(folder, 'enumerations.ts'), withoutLineLimit(enumerationsFile));
console.log(
  `ROCm ${major}.${minor}: ${functions.length} functions, ${enumerations.length} enumerations; ` +
    `left out, since they take a struct by value: ${leftOut.join(', ')}`,
);
