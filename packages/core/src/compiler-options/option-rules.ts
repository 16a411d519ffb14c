/** Core's facts about compiler options, as data: one table for each kind of compiler. */

/** An option after which a compiler makes something else than code for the device, or writes files of its own. */
export interface ReservedOption {
  /**
   * How it is written. `-c` stands for itself, `-o*` for everything that begins with it, `--output=` for `--output` and
   * for `--output=file`.
   */
  readonly names: readonly string[];
  /** What it does, as in "the option '-E' only preprocesses the source". */
  readonly effect: string;
  /** What to do instead of giving it. Default: leave it out. */
  readonly instead?: string;
}

/** An option that passes other options on to another program. */
export interface PassingOption {
  readonly names: readonly string[];
  /** `list`: several, separated by commas. `one`: exactly one, in the next entry. */
  readonly form: 'list' | 'one';
  /** The rules of the other program. */
  readonly rules: OptionRules;
}

/** The options of one kind of compiler. */
export interface OptionRules {
  readonly reserved: readonly ReservedOption[];
  readonly passing: readonly PassingOption[];
  /** Options whose value is the next entry, which is not an option then. */
  readonly valued: readonly string[];
  /** Options whose value is a folder: joined to them, after `=`, or the next entry. */
  readonly folders: readonly string[];
  /** Options whose value is a file that is looked for in the working directory first. */
  readonly files: readonly string[];
  /** True if folders and files may be lists, separated by commas. */
  readonly lists: boolean;
  /** True if one entry may hold several options, separated by spaces. */
  readonly wordsInEntries: boolean;
}

/** An option with its value, if that is a separate entry. */
export interface GivenOption {
  readonly text: string;
  readonly value?: string;
}

/** True if an option is written in this way: see {@link ReservedOption.names}. */
export function isNamed(option: string, name: string): boolean {
  if (name.endsWith('*')) return option.startsWith(name.slice(0, -1));
  if (name.endsWith('=')) return option.startsWith(name) || option === name.slice(0, -1);
  return option === name;
}

/**
 * Visits all options, those that are passed on to other programs too, and puts what `visit` gives in their place.
 *
 * @param visit - gives an option of as many entries as it got
 */
export function mapOptions(
  entries: readonly string[],
  rules: OptionRules,
  visit: (option: GivenOption, rules: OptionRules) => GivenOption,
): readonly string[] {
  const mapped: string[] = [];
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i] ?? '';
    const next = entries[i + 1];
    const passing = rules.passing.find(({ names }) => names.some((name) => isNamed(entry, name)));
    if (passing?.form === 'one' && next !== undefined) {
      const run = passedOn(entries, i);
      mapped.push(...mapOptions(run, passing.rules, visit).flatMap((option) => [entry, option]));
      i += 2 * run.length - 1;
    } else if (passing?.form === 'list') {
      const separate = /[,=]/.exec(entry) === null;
      const start = separate ? '' : entry.slice(0, entry.search(/[,=]/) + 1);
      const list = separate ? (next ?? '') : entry.slice(start.length);
      const inner = mapOptions(list.split(','), passing.rules, visit).join(',');
      mapped.push(...(separate ? (next === undefined ? [entry] : [entry, inner]) : [start + inner]));
      if (separate) i++;
    } else if (next !== undefined && takesNext(entry, rules)) {
      const { text, value = '' } = visit({ text: entry, value: next }, rules);
      mapped.push(text, value);
      i++;
    } else mapped.push(visit({ text: entry }, rules).text);
  }
  return mapped;
}

// `-Xlinker a -Xlinker b` gives the linker `a b`.
function passedOn(entries: readonly string[], start: number): string[] {
  const run: string[] = [];
  for (let i = start; entries[i] === entries[start] && i + 1 < entries.length; i += 2) run.push(entries[i + 1] ?? '');
  return run;
}

function takesNext(entry: string, { valued, folders, files }: OptionRules): boolean {
  return valued.includes(entry) || folders.includes(entry) || files.includes(entry);
}
