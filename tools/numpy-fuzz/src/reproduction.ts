/** A case as code, for Heddle and for NumPy. */
import { dtypeInfo } from '@heddle/core';
import type { ArrayRecipe, CaseValue, FuzzCase, ViewStep } from './case';
import { show } from './compare';
import { bytesOf, elementsOf, type Element } from './elements';
import { snakeCase, type FunctionEntry } from './function-entry';

export function heddleCode({ heddle, mutates }: FunctionEntry, one: FuzzCase): string {
  const arrays = one.arrays.map((recipe, k) => `const x${k} = ${heddleArray(recipe)};`);
  const args = one.args.map(heddleValue);
  const given = Object.entries(one.options).map(([name, value]) => `${name}: ${heddleValue(value)}`);
  const all = given.length > 0 ? [...args, `{ ${given.join(', ')} }`] : args;
  const [place = '', name = ''] = heddle.split('.');
  const [first = '', ...rest] = all;
  const call =
    place === 'ga'
      ? `ga.${name}(${all.join(', ')})`
      : place === 'array'
        ? `${first}.${name}(${rest.join(', ')})`
        : place === 'get'
          ? `${first}.${name}`
          : `${name}(${all.join(', ')})`;
  return [...arrays, mutates === true ? `${call}; ${first}` : call].join(' ');
}

export function numpyCode({ numpy, mutates }: FunctionEntry, one: FuzzCase): string {
  const arrays = one.arrays.map((recipe, k) => `x${k} = ${numpyArray(recipe)};`);
  const options = Object.entries(one.options).map(([name, value]) => `${snakeCase(name)}=${numpyValue(value)}`);
  const args = [...one.args.map(numpyValue), ...options].join(', ');
  const call = `${numpy.startsWith('lambda') ? `(${numpy})` : numpy}(${args})`;
  return [...arrays, mutates === true ? `${call}; ${numpyValue(one.args[0] ?? null)}` : call].join(' ');
}

function heddleArray({ dtype, shape, values, steps }: ArrayRecipe): string {
  const elements = elementsOf(dtype, bytesOf(values)).map(heddleElement).join(', ');
  const form = shape.length === 1 ? `'${dtype}'` : `{ dtype: '${dtype}', shape: [${shape.join(', ')}] }`;
  return `ga.array([${elements}], ${form})${steps.map(heddleStep).join('')}`;
}

function heddleStep(step: ViewStep): string {
  if ('slice' in step) return `.slice(${step.slice.map((bounds) => JSON.stringify(bounds)).join(', ')})`;
  if ('transpose' in step) return `.transpose(${step.transpose.join(', ')})`;
  return `.broadcastTo([${step.broadcast.join(', ')}])`;
}

function heddleElement(element: Element): string {
  if (typeof element === 'object') return `{ re: ${show(element.re)}, im: ${show(element.im)} }`;
  return typeof element === 'bigint' ? `${element}n` : show(element);
}

function heddleValue(value: CaseValue): string {
  if (isList(value)) return `[${value.map(heddleValue).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? `'${value}'` : String(value);
  if ('array' in value) return `x${value.array}`;
  if ('bigint' in value) return `${value.bigint}n`;
  if ('complex' in value) return `{ re: ${jsNumber(value.complex[0])}, im: ${jsNumber(value.complex[1])} }`;
  return jsNumber(value.number);
}

function jsNumber(text: string): string {
  return text.replace('nan', 'NaN').replace('inf', 'Infinity').replace('-0.0', '-0');
}

function numpyArray({ dtype, shape, values, steps }: ArrayRecipe): string {
  const elements = elementsOf(dtype, bytesOf(values));
  const isComplex = dtypeInfo(dtype).kind === 'complex';
  const text = elements.map((element) => numpyElement(element, isComplex)).join(', ');
  const reshaped = shape.length === 1 ? '' : `.reshape(${shape.join(', ') || '()'})`;
  return steps.reduce(numpyStep, `np.array([${text}], '${dtype}')${reshaped}`);
}

function numpyStep(array: string, step: ViewStep): string {
  if ('transpose' in step) return `${array}.transpose(${step.transpose.join(', ')})`;
  if ('broadcast' in step)
    return `np.broadcast_to(${array}, (${step.broadcast.map((length) => `${length},`).join(' ')}))`;
  const slices = step.slice.map(([start, stop, by]) => `${start ?? ''}:${stop ?? ''}${by === 1 ? '' : `:${by}`}`);
  return `${array}[${slices.join(', ')}]`;
}

function numpyElement(element: Element, isComplex: boolean): string {
  if (typeof element === 'object') return `complex(${pythonNumber(element.re)}, ${pythonNumber(element.im)})`;
  if (typeof element === 'boolean') return element ? 'True' : 'False';
  if (typeof element === 'bigint') return String(element);
  return isComplex ? `complex(${pythonNumber(element)}, 0)` : pythonNumber(element);
}

function pythonNumber(value: number): string {
  if (Number.isNaN(value)) return 'np.nan';
  if (!Number.isFinite(value)) return value > 0 ? 'np.inf' : '-np.inf';
  return Object.is(value, -0) ? '-0.0' : String(value);
}

function numpyValue(value: CaseValue): string {
  if (isList(value)) {
    const all = value.map(numpyValue);
    return all.some((text) => text.startsWith('x'))
      ? `[${all.join(', ')}]`
      : `(${all.map((text) => `${text},`).join(' ')})`;
  }
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return `'${value}'`;
  if (typeof value === 'number') return String(value);
  if ('array' in value) return `x${value.array}`;
  if ('bigint' in value) return value.bigint;
  if ('complex' in value) return `complex(${value.complex.map((part) => `float('${part}')`).join(', ')})`;
  return pythonNumber(Number(jsNumber(value.number)));
}

function isList(value: CaseValue): value is readonly CaseValue[] {
  return Array.isArray(value);
}
