/** The environment that a compiler which is a program gets. */
import { delimiter, isAbsolute, resolve } from 'node:path';
import { withAbsolutePaths, type OptionRules } from '../compiler-options';
import type { CompilerVariable, Environment } from './compiler-variable';
import { foldersOf } from './folder-list';
import { quotedWord, rawWords, unquotedWord } from './split-words';

/**
 * The environment for a compiler: without the variables that its table removes, and with absolute folders, since it
 * runs in a folder of its own.
 */
export function compilerSurroundings(
  variables: readonly CompilerVariable[],
  environment: Environment = process.env,
): Record<string, string> {
  const table = new Map(variables.map((variable) => [variable.name, variable]));
  const surroundings: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    const variable = table.get(name);
    if (value === undefined || variable?.role === 'removed') continue;
    surroundings[name] = variable ? withAbsoluteFolders(variable, value) : value;
  }
  return surroundings;
}

function withAbsoluteFolders(variable: CompilerVariable, value: string): string {
  // To GCC, an empty list is not a list, though an empty entry is the working folder.
  if (value === '') return value;
  if (variable.role === 'include-folders' || variable.role === 'library-folders') {
    return foldersOf(value).join(delimiter);
  }
  if (variable.role === 'options') return variable.rules ? withAbsoluteOptions(value, variable.rules) : value;
  // A bare name is looked for on the PATH.
  if (variable.role !== 'places') return value;
  return value.split(delimiter).map(absolutePlace).join(delimiter);
}

// Compilers disagree on quotation marks, so text that need not change stays unchanged.
function withAbsoluteOptions(text: string, rules: OptionRules): string {
  const written = rawWords(text);
  const words = written.map(unquotedWord);
  const absolute = withAbsolutePaths(words, rules);
  if (absolute.every((word, i) => word === words[i])) return text;
  return absolute.map((word, i) => (word === words[i] ? written[i] : quotedWord(word))).join(' ');
}

function absolutePlace(place: string): string {
  return isAbsolute(place) || !/[\\/]/.test(place) ? place : resolve(place) + (place.endsWith('/') ? '/' : '');
}
