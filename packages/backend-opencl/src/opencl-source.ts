/** The text and the option string that go to the driver's compiler. */
import { hash } from 'node:crypto';
import type { CompileRequest } from '@heddle/core/backend';
import type { DeviceFacts } from './device-info';
import { defineLine, optionWords, type OptionWord } from './option-words';

/**
 * The source as the compiler gets it: the dialect's preamble, the macros, then the user's lines under their own
 * numbers and name.
 *
 * Macros go in as text. In the option string, which drivers split at spaces, a value with a space in it would break.
 *
 * @param marked - with a declaration that no other source has: for a driver that keeps what it said of a program under
 * its preprocessed text, where a `#warning` leaves nothing
 */
export function programText(request: ProgramSource, marked = false): string {
  const mark = marked ? `void heddle_source_${hash('sha256', request.userSource, 'hex').slice(0, 32)}(void);\n` : '';
  return `${mark}${leadingText(request)}${request.userSource}`;
}

/** The parts of a program's text. */
export type ProgramSource = Pick<CompileRequest, 'source' | 'userSource' | 'defines' | 'fileName' | 'options'>;

function leadingText(request: ProgramSource): string {
  const { defines, fileName, options } = request;
  const preamble = preambleOf(request);
  const macros = Object.entries(defines).map(([name, value]) => defineLine(name, value));
  const name = fileName.replace(/[\\"]/g, '\\$&').replace(/[\r\n]/g, ' ');
  return `${optionWords(options).macroLines}${preamble}${macros.join('')}#line 1 "${name}"\n`;
}

/** The dialect's preamble of a portable source; empty for any other source. */
function preambleOf({ source, userSource }: ProgramSource): string {
  return source.endsWith(userSource) ? source.slice(0, source.length - userSource.length) : '';
}

/**
 * A request's options and, for portable source, those that make it mean the same as elsewhere: the language is OpenCL C
 * 1.2, and quotients and square roots of float are correctly rounded, as CUDA's and C's are. OpenCL alone allows them
 * errors of 2.5 and 3 units in the last place. What the request asks for itself comes first.
 */
export function completeOptions(
  request: CompileRequest,
  facts: Pick<DeviceFacts, 'assumesNewestLanguage' | 'roundsCorrectlyIfAsked'>,
): readonly string[] {
  const { options } = request;
  if (preambleOf(request) === '') return options;
  const names = (part: RegExp): boolean => options.some((option) => part.test(option));
  return [
    ...(facts.assumesNewestLanguage && !names(/-cl-std=/) ? ['-cl-std=CL1.2'] : []),
    ...(facts.roundsCorrectlyIfAsked && !names(/-cl-(?:fast-relaxed|unsafe)-math|-cl-fp32-correctly/)
      ? [roundCorrectly]
      : []),
    ...options,
  ];
}

const roundCorrectly = '-cl-fp32-correctly-rounded-divide-sqrt';

/**
 * The options of a request as one string, with what the backend itself asks for.
 *
 * @param nameOf - the name that the driver gets for a folder
 */
export function optionText(
  words: readonly OptionWord[],
  folders: readonly string[],
  nameOf: (folder: string) => string,
): string {
  const include = (folder: string): string => `-I ${nameOf(folder)}`;
  const given = words.map((word) => ('text' in word ? word.text : include(word.folder)));
  // Without -cl-kernel-arg-info a driver forgets the names and types of parameters.
  return ['-cl-kernel-arg-info', ...folders.map(include), ...given].join(' ');
}

/**
 * A build log with its diagnostics in the form that most compilers write, `file:line:column: error: message`, and under
 * the user's name for the source and the user's line numbers.
 *
 * A driver that honours the `#line` in front of the user's source names the user's file; PoCL does, but puts the
 * severity first, says what the preprocessor says twice, and puts headers into a folder of its own. NVIDIA's takes no
 * notice of any `#line`: it says `<kernel>` and counts all lines it was given.
 */
export function readableLog(log: string, request: ProgramSource): string {
  const before = leadingText(request).split('\n').length - 1;
  const said = new Set<string>();
  const isNew = (line: string): boolean => {
    if (!/^.+:\d+:\d+: \w/.test(line)) return true;
    return !said.has(line) && said.add(line).size > 0;
  };
  return log
    .replace(noteOnKernels, '')
    .split('\n')
    .filter(isNew)
    .join('\n')
    .replace(/^((?:fatal )?error|warning|note): (.+?:\d+:\d+): /gm, '$2: $1: ')
    .replace(
      /^(?:<(?:kernel|program source|source|stdin)>|input\.cl|\S*tempfile\S*\.cl):(\d+):/gm,
      (whole, line: string) => (Number(line) > before ? `${placeIn(request, Number(line) - before)}:` : whole),
    )
    .replace(/^\S*[/\\]tempdir_[^/\\]+[/\\](?=.+?:\d+:\d+: )/gm, '')
    .trimEnd();
}

/** What NVIDIA's driver (580) says of every kernel that there is. */
const noteOnKernels = /^\(\): Warning: Function \S+ is a kernel, so overriding noinline attribute\..*\n*/gm;

/** The file and line that a line of the user's source is by its own `#line` directives. */
function placeIn({ userSource, fileName }: ProgramSource, line: number): string {
  let [name, number] = [fileName, line];
  userSource
    .split('\n')
    .slice(0, line - 1)
    .forEach((text, above) => {
      const directive = /^\s*#\s*line\s+(\d+)(?:\s+"([^"]*)")?/.exec(text);
      if (directive) [name, number] = [directive[2] ?? name, Number(directive[1]) + line - above - 2];
    });
  return `${name}:${number}`;
}
