/** Refuses options after which a compiler would not make what it is asked for. */
import { argumentError } from '../errors';
import { isNamed, mapOptions, type OptionRules } from './option-rules';

/** Whose options are checked. */
export interface CheckedOptions {
  /** What the error's message starts with: the compiler's id, or the variable that the options are from. */
  readonly origin: string;
  readonly backend?: string;
  /** What the caller calls the options: `options`, `linkOptions`, or the variable. */
  readonly parameter: string;
}

/** @throws HeddleError `ARGUMENT` naming the option and what it does */
export function assertMakesCode(
  options: readonly string[],
  rules: OptionRules,
  { origin, backend, parameter }: CheckedOptions,
): void {
  mapOptions(options, rules, (option, whose) => {
    const { text } = option;
    for (const word of whose.wordsInEntries ? wordsOf(text) : [text.trim()]) {
      const reserved = whose.reserved.find(({ names }) => names.some((name) => isNamed(word, name)));
      if (!reserved) continue;
      const entry = options.includes(word) ? undefined : options.find((each) => each.includes(word))?.trim();
      const within = entry === undefined || entry === word ? '' : ` in '${entry}'`;
      throw argumentError(`${origin}: the option '${word}'${within} ${reserved.effect}`, {
        ...(backend !== undefined && { backend }),
        parameter,
        hint: reserved.instead ?? `Leave it out of ${parameter}: what is compiled must be code that a device can load.`,
      });
    }
    return option;
  });
}

// Words outside quotation marks. A macro's value and a folder's name go on to the end of the entry.
function wordsOf(entry: string): readonly string[] {
  if (/^\s*-[DUI]/.test(entry)) return [entry.trim()];
  return entry.replace(/"[^"]*"|'[^']*'/g, (quoted) => '_'.repeat(quoted.length)).split(/\s+/);
}
