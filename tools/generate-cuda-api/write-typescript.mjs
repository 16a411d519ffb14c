/** The driver API as TypeScript. */

const head = (what, version) =>
  `/**\n * ${what}\n *\n * Generated from the headers of CUDA ${Math.floor(version / 1000)}.${(version % 1000) / 10} by tools/generate-cuda-api; do not edit.\n */\n`;

/** @returns {Record<string, string>} file name -> text */
export function generatedFiles(api) {
  const files = {
    'functions.ts': functionsFile(api),
    'enumerations.ts': enumerationsFile(api),
    'structs.ts': structsFile(api),
    'constants.ts': constantsFile(api),
  };
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, withoutLineLimit(text)]));
}

// A directive that nothing needs is itself a finding.
function withoutLineLimit(text) {
  return text.split('\n').length > 450 ? `/* eslint-disable max-lines */\n${text}` : text;
}

function functionsFile({ functions, enumerations, version }) {
  const enumNames = new Set(enumerations.map(({ name }) => name));
  const used = [...new Set(functions.flatMap(({ parameters }) => parameters.map(({ type }) => type)))].sort();
  const own = used.filter((type) => type !== 'number' && !enumNames.has(type));
  const lines = [
    head(
      'Every function of the CUDA driver: the symbol behind it, the version that brought it, what it takes.',
      version,
    ),
    `import type { DriverCall, ${own.join(', ')} } from '../parameter-types';`,
    `import type {\n${used
      .filter((type) => enumNames.has(type))
      .map((type) => `  ${type},`)
      .join('\n')}\n} from './enumerations';`,
    '',
    '/** The functions by name. Letters of parameters: see `foreignTypes`; a struct by value stands under its name. */',
    'export const functionTable = {',
    ...functions.map(
      ({ name, symbol, version: since, parameters }) =>
        `  ${name}: ['${symbol}', ${since}, '${parameters.map(({ letter }) => letter).join(' ')}'],`,
    ),
    '} as const satisfies Readonly<Record<string, readonly [symbol: string, since: number, parameters: string]>>;',
    '',
    '/** The functions as they are called. Each throws where its status is not `CUDA_SUCCESS`. */',
    'export interface CudaDriverFunctions {',
    ...functions.map(
      ({ name, parameters }) =>
        `  readonly ${name}: DriverCall<[${parameters.map((parameter) => `${tupleName(parameter.name)}: ${parameter.type}`).join(', ')}]>;`,
    ),
    '}',
  ];
  return `${lines.join('\n')}\n`;
}

const reserved = new Set(['function', 'default', 'in', 'new', 'delete', 'export', 'import', 'enum', 'class', 'var']);

function tupleName(name) {
  return reserved.has(name) ? `${name}_` : name;
}

function enumerationsFile({ enumerations, version }) {
  const parts = enumerations.map(({ name, aliases, values }) => {
    const own = [
      `export const ${name} = {`,
      ...values.map(([key, value]) => `  ${key}: ${value},`),
      '} as const;',
      `export type ${name} = (typeof ${name})[keyof typeof ${name}];`,
    ];
    const others = aliases.flatMap((alias) => [`export const ${alias} = ${name};`, `export type ${alias} = ${name};`]);
    return [...own, ...others].join('\n');
  });
  return `${head('The enumerations of the CUDA driver.', version)}\n${parts.join('\n\n')}\n`;
}

function structsFile({ structs, version }) {
  const parts = structs.map(({ name, aliases, byteLength, alignment, fields }) => {
    const own = [
      `export const ${name} = {`,
      `  name: '${name}',`,
      `  byteLength: ${byteLength},`,
      `  alignment: ${alignment},`,
      '  fields: {',
      ...fields.map(({ path, offset, type, count }) => {
        const key = /^\w+$/.test(path) ? path : `'${path}'`;
        return `    ${key}: [${offset}, '${type}'${count === undefined ? '' : `, ${count}`}],`;
      }),
      '  },',
      '} as const satisfies StructDescription;',
    ];
    return [...own, ...aliases.map((alias) => `export const ${alias} = ${name};`)].join('\n');
  });
  const description = `${head('The structs of the CUDA driver: bytes, alignment, and where each field lies.', version)}`;
  return `${description}import type { StructDescription } from '../struct-view';\n\n${parts.join('\n\n')}\n`;
}

function constantsFile({ constants, version }) {
  const lines = constants.map(([name, value]) => `export const ${name} = ${value};`);
  return `${head('The constants of the CUDA driver that are macros in C.', version)}\n${lines.join('\n')}\n`;
}
