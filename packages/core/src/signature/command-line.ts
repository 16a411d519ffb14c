/** What compiler options say about macros, headers and their folders, as the compilers read them. */
import { resolve } from 'node:path';
import { openClOptionsIn } from '../compiler-options';
import type { ForcedInclude, GivenMacro } from './reader-inputs';

/**
 * How options are written:
 *
 * - `gcc`: `-DX=1`, `-D X`, `--define-macro=X`; GCC, clang, NVRTC and hiprtc
 * - `nvcc`: the same, and lists with commas: `-DX=1,Y=2`
 * - `opencl`: one entry may hold several options, and quotation marks keep spaces
 */
export type OptionSyntax = 'gcc' | 'nvcc' | 'opencl';

/** What options say that changes the text a compiler sees. */
export interface CommandLine {
  /** In order. */
  readonly macros: readonly GivenMacro[];
  readonly forcedIncludes: readonly ForcedInclude[];
  /** For `#include "x"` alone. */
  readonly quoteFolders: readonly string[];
  readonly folders: readonly string[];
  /** Those of {@link folders} that are the system's. */
  readonly systemFolders: readonly string[];
  /** An option that says more than can be read here. */
  readonly unreadable: string | undefined;
  /** An option that may change how structs and enums are laid out. */
  readonly layoutOption: string | undefined;
  /** Undefined if no option says it. */
  readonly charIsSigned: boolean | undefined;
}

type Kind = 'define' | 'undefine' | 'folder' | 'quote' | 'system' | 'last' | 'include' | 'imacros';

// Longer names before the shorter ones that they start with. A value follows at once, after `=`, or in the next entry.
const spellings: readonly (readonly [name: string, kind: Kind])[] = [
  ['--define-macro', 'define'],
  ['--undefine-macro', 'undefine'],
  ['-cxx-isystem', 'system'],
  ['--include-directory-after', 'last'],
  ['--include-directory', 'folder'],
  ['--include-path', 'folder'],
  ['--system-include', 'system'],
  ['--pre-include', 'include'],
  ['--include', 'include'],
  ['--imacros', 'imacros'],
  ['-isystem', 'system'],
  ['-iquote', 'quote'],
  ['-idirafter', 'last'],
  ['-include-path', 'folder'],
  ['-include', 'include'],
  ['-imacros', 'imacros'],
  ['-define-macro', 'define'],
  ['-undefine-macro', 'undefine'],
  ['-pre-include', 'include'],
  ['-D', 'define'],
  ['-U', 'undefine'],
  ['-I', 'folder'],
];

// Options that hand a list, or the next entry, on to the compiler that preprocesses.
const listPassing = /^(?:-Xcompiler|--compiler-options)(?:=(.*))?$|^-Wp,(.*)$/s;
const nextPassing = new Set(['-Xpreprocessor', '-Xclang']);
const elsewhere =
  /^(?:@|--?options-file|-optf|--?include-pch|--?use-pch|-fplugin|--config|-undef$|-nostdinc|-I-$|--?sysroot|-isysroot|-iprefix|-iwithprefix|-imultilib|-Xarch_)/;
const layout =
  /^-f(?:no-)?(?:pack-struct|short-enums|short-wchar|ms-compatibility|ms-layout-compatibility)|^-m(?:no-)?(?:ms-bitfields|align-|long-double)|^-m(?:32|x32|16|96bit|128bit)|^-malign|^--?target/;
const signOfChar = /^-f(no-)?(un)?signed-char$/;

/** Folders that a compiler searches besides those of its options: those of the environment. */
export interface FurtherFolders {
  /** Searched after the folders of `-I`. */
  readonly includeDirs: readonly string[];
  /** Searched after the folders of `-isystem`. */
  readonly systemIncludeDirs: readonly string[];
}

const noFolders: FurtherFolders = { includeDirs: [], systemIncludeDirs: [] };

/** Reads options in order. Relative folders are relative to this process's working directory. */
export function readCommandLine(
  options: readonly string[],
  syntax: OptionSyntax = 'gcc',
  further: FurtherFolders = noFolders,
): CommandLine {
  const entries = (syntax === 'opencl' ? options.flatMap(openClOptionsIn) : options).map((option) => option.trim());
  const reading = new CommandLineReading(syntax);
  reading.read(entries);
  return reading.result(further);
}

class CommandLineReading {
  readonly #syntax: OptionSyntax;
  readonly #macros: GivenMacro[] = [];
  readonly #includes: ForcedInclude[] = [];
  readonly #paths = { folder: [] as string[], quote: [] as string[], system: [] as string[], last: [] as string[] };
  #unreadable: string | undefined;
  #layoutOption: string | undefined;
  #charIsSigned: boolean | undefined;

  constructor(syntax: OptionSyntax) {
    this.#syntax = syntax;
  }

  read(entries: readonly string[]): void {
    for (let i = 0; i < entries.length; i++) {
      const entry = entries[i] ?? '';
      const list = listPassing.exec(entry);
      if (list) {
        const value = list[1] ?? list[2] ?? entries[++i] ?? '';
        this.read(value.split(','));
      } else if (nextPassing.has(entry)) {
        const passed = [];
        for (; nextPassing.has(entries[i] ?? ''); i += 2) passed.push(entries[i + 1] ?? '');
        i--;
        this.read(passed);
      } else if (elsewhere.test(entry)) {
        this.#unreadable ??= entry;
      } else if (layout.test(entry)) {
        this.#layoutOption ??= entry;
      } else if (signOfChar.test(entry)) {
        const [, no, un] = signOfChar.exec(entry) ?? [];
        this.#charIsSigned = (no === undefined) === (un === undefined);
      } else {
        const found = spellings.find(([name]) => isSpelled(entry, name));
        if (found) this.#take(found[1], entry.slice(found[0].length).replace(/^=/, '') || (entries[++i] ?? ''));
      }
    }
  }

  result({ includeDirs, systemIncludeDirs }: FurtherFolders): CommandLine {
    const { folder, quote, system, last } = this.#paths;
    // The macros' headers come before all others.
    const first = this.#includes.filter(({ macrosOnly }) => macrosOnly);
    const then = this.#includes.filter(({ macrosOnly }) => !macrosOnly);
    // A folder that is also one of the system's is searched as such only.
    const systems = [...system, ...systemIncludeDirs];
    const own = [...folder, ...includeDirs].filter((each) => !systems.includes(each));
    return {
      macros: this.#macros,
      forcedIncludes: [...first, ...then],
      quoteFolders: quote,
      folders: [...own, ...systems, ...last],
      systemFolders: [...systems, ...last],
      unreadable: this.#unreadable,
      layoutOption: this.#layoutOption,
      charIsSigned: this.#charIsSigned,
    };
  }

  #take(kind: Kind, value: string): void {
    for (const part of this.#syntax === 'nvcc' ? value.split(',') : [value]) {
      const each = this.#syntax === 'opencl' ? unquoted(part.trim()) : part.trim();
      if (kind === 'define') this.#macros.push(macroOf(each));
      else if (kind === 'undefine') this.#macros.push({ name: each, definition: undefined });
      else if (kind === 'include' || kind === 'imacros') {
        this.#includes.push({ name: unquoted(each), macrosOnly: kind === 'imacros' });
      } else this.#paths[kind].push(resolve(unquoted(each)));
    }
  }
}

// `-IncludeX` is `-I` with a folder, but `--includes` is not `--include`.
function isSpelled(entry: string, name: string): boolean {
  if (!entry.startsWith(name)) return false;
  const rest = entry[name.length];
  return rest === undefined || rest === '=' || !name.startsWith('--');
}

/** `X`, `X=1`, `F(a)=a` */
function macroOf(text: string): GivenMacro {
  const [, name = text, parameters = '', value = ' 1'] = /^([^\s=(]+)(\([^)]*\))?(?:=([^]*))?$/.exec(text) ?? [];
  return { name, definition: `${parameters} ${value.split('\n')[0]?.trimStart() ?? ''}` };
}

function unquoted(text: string): string {
  return /^"([^"]+)"$/.exec(text)?.[1] ?? text;
}
