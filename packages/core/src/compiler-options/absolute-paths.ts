/**
 * Relative folders among options. Many compilers run in a temporary folder; a user's folders are relative to the
 * working directory of the program, as those in `includeDirs` are.
 */
import { existsSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { mapOptions, type GivenOption, type OptionRules } from './option-rules';

/** The options with absolute paths: of folders, and of files that are in the working directory. */
export function withAbsolutePaths(options: readonly string[], rules: OptionRules): readonly string[] {
  return mapOptions(options, rules, (option, whose) => {
    if (whose.wordsInEntries) return option;
    const found = absolute(option, whose, 'folders') ?? absolute(option, whose, 'files');
    return found ?? (whose === rules ? positional(option) : option);
  });
}

function absolute(option: GivenOption, rules: OptionRules, kind: 'folders' | 'files'): GivenOption | undefined {
  const { text, value } = option;
  const name = rules[kind].find((each) => text.startsWith(each));
  if (name === undefined) return undefined;
  const parts = (list: string): string => (rules.lists ? list.split(',').map(path).join(',') : path(list));
  const path = (each: string): string => (kind === 'folders' || existsSync(each) ? absolutePath(each) : each);
  if (text === name) return value === undefined ? option : { text, value: parts(value) };
  const [, start = '', rest = ''] = /^(\s*=?\s*)([^]*)$/.exec(text.slice(name.length)) ?? [];
  return { text: `${name}${start}${parts(rest)}` };
}

// A file to link, or to compile beside the source.
function positional(option: GivenOption): GivenOption {
  const { text, value } = option;
  const isFile = value === undefined && /^[^-@].*[./]/.test(text) && existsSync(text);
  return isFile ? { text: absolutePath(text) } : option;
}

function absolutePath(path: string): string {
  // `-I-` divides the folders of GCC's older versions.
  return path === '' || path === '-' || isAbsolute(path) ? path : resolve(path);
}
