/** The driver API as data: what the generated files are written from. */
import { constantValue } from './constant-value.mjs';
import { functionForms } from './driver-versions.mjs';
import { parseDeclarations } from './parse-declarations.mjs';
import { readHeader, tokensOf } from './read-header.mjs';
import { TypeTable } from './type-layout.mjs';

const parameterLetters = {
  i8: 'c',
  u8: 'c',
  i16: 'w',
  u16: 'w',
  i32: 'i',
  u32: 'u',
  i64: 'l',
  u64: 'q',
  f32: 'f',
  f64: 'd',
};

/**
 * @param {string} include - the toolkit's include folder
 */
export function driverApi(include) {
  const { tokens, macros } = readHeader(include, 'cudaProfiler.h');
  const declarations = parseDeclarations(tokens, macros);
  const types = new TypeTable(declarations);
  return {
    version: Number(macros.get('CUDA_VERSION')),
    functions: functionsOf(declarations, macros, types, functionForms(include)),
    enumerations: enumerationsOf(declarations),
    structs: structsOf(declarations, types),
    constants: constantsOf(declarations, macros),
  };
}

function functionsOf({ functions, callbacks }, macros, types, forms) {
  const describe = (parameters) => parameters.map((parameter, i) => parameterOf(parameter, i, types, callbacks));
  const letters = (parameters) => parameters.map(({ letter }) => letter).join(' ');
  return functions
    .map(({ symbol, parameters: declared }) => {
      const name = nameOfSymbol(symbol, macros);
      const parameters = describe(declared);
      const form = forms
        .get(symbol.replace(/_v\d+$/, ''))
        ?.find(({ parameters: theirs }) => letters(describe(theirs)) === letters(parameters));
      if (!form) throw new Error(`no header says since when there is ${symbol}`);
      return { name, symbol, version: form.version, parameters };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

// `#define cuMemAlloc cuMemAlloc_v2`: programs write the name without the suffix.
function nameOfSymbol(symbol, macros) {
  const name = symbol.replace(/_v\d+$/, '');
  const text = macros.get(name);
  return text === symbol || text === `__CUDA_API_PTSZ(${symbol})` || text === `__CUDA_API_PTDS(${symbol})`
    ? name
    : symbol;
}

function parameterOf(parameter, index, types, callbacks) {
  const { base, isConst, pointers, extents } = parameter;
  const name = parameter.name || `argument${index + 1}`;
  if (pointers === 1 && base === 'char' && isConst) return { name, letter: 's', type: 'Text' };
  if (pointers > 0 || extents.length > 0) return { name, letter: 'p', type: 'Pointer' };
  const type = types.resolve(parameter);
  if (type.form === 'pointer') return { name, letter: 'h', type: callbacks.has(base) ? 'Callback' : 'Handle' };
  const named = (tag) => namesOfTag(tag, types.declarations.typeNames)[0];
  if (type.form === 'enum') return { name, letter: 'i', type: named(type.name) };
  if (type.form === 'record') return { name, letter: named(type.name), type: 'Bytes' };
  if (base === 'size_t') return { name, letter: 'z', type: 'Integer' };
  return { name, letter: parameterLetters[type.type], type: /64/.test(type.type) ? 'Integer' : 'number' };
}

function enumerationsOf({ enumerations, typeNames }) {
  return [...enumerations.values()]
    .map(({ name: tag, values }) => {
      const [name, ...aliases] = namesOfTag(tag, typeNames);
      return { name, aliases, values };
    })
    .filter(({ name }) => /^(?:CU|cl_)/.test(name ?? ''));
}

function structsOf({ records, typeNames }, types) {
  return (
    [...records.keys()]
      .map((tag) => ({ tag, names: namesOfTag(tag, typeNames) }))
      // A struct without a name is part of another struct.
      .filter(({ names }) => /^CU/.test(names[0] ?? ''))
      .map(({ tag, names }) => ({ ...types.layout(tag), name: names[0], aliases: names.slice(1) }))
  );
}

function constantsOf({ enumerations }, macros) {
  const enumerators = new Map([...enumerations.values()].flatMap(({ values }) => values));
  const valueOf = (name, depth = 0) => {
    if (enumerators.has(name)) return enumerators.get(name);
    const text = macros.get(name);
    return text === undefined || depth > 8
      ? undefined
      : constantValue(tokensOf(text), (other) => valueOf(other, depth + 1));
  };
  return [...macros.keys()]
    .filter((name) => /^(?:CU_|CUDA_)/.test(name) && !enumerators.has(name))
    .flatMap((name) => {
      const value = valueOf(name);
      return value === undefined ? [] : [[name, value]];
    });
}

/** All names of a struct or enumeration, the unversioned one first. */
function namesOfTag(tag, typeNames) {
  const plain = plainName(tag);
  const names = [];
  for (let found = [tag]; found.length > 0;) {
    const next = [...typeNames]
      .filter(([, { base, pointers }]) => pointers === 0 && found.includes(base))
      .map(([name]) => name);
    found = next.filter((name) => !names.includes(name));
    names.push(...found);
  }
  const rank = (name) => (name === plain ? 0 : /_v\d+$/.test(name) ? 2 : 1);
  return names.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

function plainName(name) {
  return name.replace(/_(?:enum|st|union)$/, '');
}
