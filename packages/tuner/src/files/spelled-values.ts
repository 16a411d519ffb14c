/** Parameters' values from several places: from a file's header, its entries, and a program. */
import type { ParameterValue } from '../space';
import { ParameterSpelling } from './parameter-spelling';
import { setSpelling, spellingOf, type PythonJson } from './python-json';
import { pythonNumber } from './python-number';

type Parameters = Readonly<Record<string, readonly ParameterValue[]>>;

/**
 * Every value that has a result, and the values of a program. Values of a file keep its spelling.
 *
 * @param parameters - of the program
 * @param listed - the lists of the file's header
 * @param entries - of the file, whose header may lack values that were added later
 */
export function spelledParameters(
  parameters: Parameters,
  listed: Parameters,
  entries: Iterable<Readonly<Record<string, PythonJson | undefined>>>,
): Parameters {
  const names = Object.keys(parameters);
  const values = new SpelledValues(names);
  for (const name of names) values.addList(name, listed[name] ?? []);
  for (const entry of entries) values.addEntry(entry);
  const spelled = new ParameterSpelling(parameters).header(parameters);
  for (const name of names) values.addList(name, spelled[name] as PythonJson[]);
  return values.parameters;
}

/** Collects the values of parameters, each once, in the spelling of the first place that has it. */
class SpelledValues {
  readonly #lists: Record<string, ParameterValue[]>;
  readonly #seen: ReadonlyMap<string, Set<unknown>>;

  constructor(names: readonly string[]) {
    this.#lists = Object.fromEntries(names.map((name) => [name, []]));
    this.#seen = new Map(names.map((name) => [name, new Set()]));
  }

  /** The lists so far; they remember the spelling of their numbers. */
  get parameters(): Parameters {
    return this.#lists;
  }

  addList(name: string, values: readonly (ParameterValue | PythonJson)[]): void {
    values.forEach((value, index) => this.#add(name, value, spellingOf(values, index)));
  }

  /** The parameters' values in an entry of a cache file. */
  addEntry(entry: Readonly<Record<string, PythonJson | undefined>>): void {
    for (const name of this.#seen.keys()) this.#add(name, entry[name], spellingOf(entry, name));
  }

  #add(name: string, value: PythonJson | undefined, spelling: string | undefined): void {
    const list = this.#lists[name];
    const seen = this.#seen.get(name);
    if (!list || !seen || seen.has(value) || value === undefined || typeof value === 'object') return;
    seen.add(value);
    if (typeof value === 'number') setSpelling(list, list.length, spelling ?? pythonNumber(value));
    list.push(value);
  }
}
