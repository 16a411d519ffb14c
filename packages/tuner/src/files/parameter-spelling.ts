/** How a parameter's values are spelled in files: Kernel Tuner tells 1 from 1.0, JavaScript does not. */
import type { ParameterValue } from '../space';
import { pythonNumber } from './python-number';
import { setSpelling, spellingOf, type PythonJson, type PythonObject } from './python-json';

type Parameters = Readonly<Record<string, readonly ParameterValue[]>>;

/**
 * The texts of parameter values, as keys have them (`True`) and as JSON has them (`true`).
 *
 * A value from a file keeps its spelling. For values from a program: if any value of a parameter has a fraction, all
 * its numbers are floats.
 */
export class ParameterSpelling {
  readonly #names: readonly string[];
  readonly #numbers = new Map<string, Map<number, string>>();

  /** @param parameters - in order; lists that a file was read into remember their spelling */
  constructor(parameters: Parameters) {
    this.#names = Object.keys(parameters);
    for (const [name, values] of Object.entries(parameters)) this.#numbers.set(name, numberTexts(values));
  }

  /** The key of a configuration: `16,1,True,1.0`. */
  key(configuration: Readonly<Record<string, ParameterValue>>): string {
    return this.#names.map((name) => this.keyPart(name, configuration[name])).join(',');
  }

  /** A value as keys have it. */
  keyPart(name: string, value: ParameterValue | undefined): string {
    if (typeof value === 'boolean') return value ? 'True' : 'False';
    return typeof value === 'number' ? this.#number(name, value) : String(value);
  }

  /** Sets a configuration's values on a record, each with its spelling. */
  write(configuration: Readonly<Record<string, ParameterValue>>, record: PythonObject): void {
    for (const name of this.#names) {
      const value = configuration[name];
      if (value === undefined) continue;
      record[name] = value;
      if (typeof value === 'number') setSpelling(record, name, this.#number(name, value));
    }
  }

  /** The lists of values as a header has them. */
  header(parameters: Parameters): PythonObject {
    const header: PythonObject = {};
    for (const name of this.#names) {
      const values: PythonJson[] = [...(parameters[name] ?? [])];
      values.forEach((value, index) => {
        if (typeof value === 'number') setSpelling(values, index, this.#number(name, value));
      });
      header[name] = values;
    }
    return header;
  }

  #number(name: string, value: number): string {
    return this.#numbers.get(name)?.get(value) ?? pythonNumber(value);
  }
}

function numberTexts(values: readonly ParameterValue[]): Map<number, string> {
  const fractions = values.some((value) => typeof value === 'number' && !Number.isInteger(value));
  const texts = new Map<number, string>();
  values.forEach((value, index) => {
    if (typeof value === 'number') texts.set(value, spellingOf(values, index) ?? pythonNumber(value, fractions));
  });
  return texts;
}
