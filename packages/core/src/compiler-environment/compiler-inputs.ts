/** The inputs that a compiler reads from the environment, besides its request. */
import { delimiter, resolve, sep } from 'node:path';
import { assertMakesCode, withAbsolutePaths } from '../compiler-options';
import type { CompilerVariable, Environment, OptionsRole } from './compiler-variable';
import { stampsInPlaces } from './file-stamps';
import { changeOf } from './first-values';
import { foldersOf } from './folder-list';
import { programOnPath, stampsOnPath } from './programs-on-path';
import { splitWords } from './split-words';

/** Options, folders and everything else that variables of the environment add to a request. */
export interface CompilerInputs {
  /** Read before the options of the request. */
  readonly optionsBefore: readonly string[];
  /** Read after the options of the request. */
  readonly optionsAfter: readonly string[];
  /** Searched for headers after the folders of `-I`, in order, absolute. */
  readonly includeDirs: readonly string[];
  /** Searched for headers after the folders of `-isystem` and before the compiler's own, in order, absolute. */
  readonly systemIncludeDirs: readonly string[];
  /** Searched for libraries after the folders of `-L`, in order, absolute. */
  readonly libraryDirs: readonly string[];
  /** All that is set and changes the output, as one text for a cache key; contents of headers are not part of it. */
  readonly identity: string;
  /** Why it cannot be known what the compiler takes. */
  readonly untrackable?: string | undefined;
}

/** The inputs from an environment in which none of a compiler's variables is set. */
export const noInputs: CompilerInputs = {
  optionsBefore: [],
  optionsAfter: [],
  includeDirs: [],
  systemIncludeDirs: [],
  libraryDirs: [],
  identity: '',
};

/**
 * Reads the environment as a compiler does.
 *
 * @param variables - the compiler's table
 * @param language - of the source: some variables are read for one language only
 * @throws HeddleError `ARGUMENT` naming a variable with an option after which the compiler makes no code
 */
export function compilerInputs(
  variables: readonly CompilerVariable[],
  language: string,
  environment: Environment = process.env,
): CompilerInputs {
  let inputs: Collector | undefined;
  let untrackable: string | undefined;
  for (const variable of variables) {
    if (variable.role === 'removed' || variable.role === 'set') continue;
    for (const name of namesOf(variable, environment)) {
      const value = environment[name];
      if (variable.isReadOnce === true) untrackable ??= changeOf(name, value);
      if (value === undefined || value === '') continue;
      (inputs ??= new Collector(language, environment)).add({ ...variable, name }, value);
    }
  }
  const found = inputs?.done() ?? noInputs;
  return untrackable === undefined ? found : { ...found, untrackable };
}

function namesOf({ name }: CompilerVariable, environment: Environment): readonly string[] {
  if (!name.endsWith('*')) return [name];
  const start = name.slice(0, -1);
  return Object.keys(environment)
    .filter((each) => each.startsWith(start))
    .sort();
}

function optionsOf({ name, rules }: OptionsRole & { readonly name: string }, text: string): readonly string[] {
  const options = splitWords(text);
  if (!rules) return options;
  assertMakesCode(options, rules, { origin: name, parameter: name });
  return withAbsolutePaths(options, rules);
}

class Collector {
  readonly #before: string[] = [];
  readonly #after: string[] = [];
  readonly #folders: Record<'-I' | '-isystem', string[]> = { '-I': [], '-isystem': [] };
  readonly #libraryDirs: string[] = [];
  readonly #identity: string[] = [];

  constructor(
    readonly language: string,
    readonly environment: Environment,
  ) {}

  add(variable: CompilerVariable, value: string): void {
    if (variable.role === 'include-folders') {
      if (variable.languages?.includes(this.language) === false) return;
      this.#folders[variable.as].push(...foldersOf(value));
    } else if (variable.role === 'library-folders') {
      const folders = foldersOf(value);
      this.#libraryDirs.push(...folders);
      this.#identity.push(...stampsInPlaces(folders, variable.files));
    } else if (variable.role === 'options') {
      (variable.at === 'front' ? this.#before : this.#after).push(...optionsOf(variable, value));
    } else if (variable.role === 'places') {
      const places = value.split(delimiter).map((place) => this.#absolute(place));
      this.#identity.push(...stampsInPlaces(places, variable.files));
    } else if (variable.role === 'programs') {
      this.#identity.push(...stampsOnPath(variable.files, value));
      return;
    }
    this.#identity.push(variable.name, value);
  }

  done(): CompilerInputs {
    return {
      optionsBefore: this.#before,
      optionsAfter: this.#after,
      includeDirs: this.#folders['-I'],
      systemIncludeDirs: this.#folders['-isystem'],
      libraryDirs: this.#libraryDirs,
      identity: this.#identity.length === 0 ? '' : JSON.stringify(this.#identity),
    };
  }

  // A bare name, such as NVCC_CCBIN=g++-12, is a program on the PATH.
  #absolute(place: string): string {
    const isName = !place.includes('/') && !place.includes(sep);
    return (isName ? programOnPath(place, this.environment['PATH'] ?? '') : undefined) ?? resolve(place);
  }
}
