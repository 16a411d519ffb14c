/** The macros that decide: where each comes from, and what is known of its value. */
import type { Switch } from './conditions';
import { pick } from './pick';
import type { SwitchRecipe } from './source-recipe';
import type { Target } from './target';

/** What one switch adds to a compilation. */
export interface PlacedSwitch extends Switch {
  readonly options: readonly string[];
  readonly defines: Readonly<Record<string, string | number | boolean>>;
  readonly environment: Readonly<Record<string, string>>;
  /** Lines of the source, or of a header. */
  readonly text: string | undefined;
  /** The lines with which a header would say something else. */
  readonly otherText: string | undefined;
}

interface Origin {
  readonly options?: readonly string[];
  readonly defines?: Readonly<Record<string, string | number | boolean>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly otherText?: string;
  readonly isNumber?: boolean;
  readonly isDigit?: boolean;
}

export function switchOf({ origin, value, spelling }: SwitchRecipe, index: number, target: Target): PlacedSwitch {
  const name = `SWITCH_${index}`;
  const digit = String(value % 4);
  const isDigit = spelling % 3 > 0;
  const number = isDigit
    ? digit
    : pick([`(${digit} + 1)`, `0x${digit}`, `${digit}u`, `${digit}L`, `0${digit}`], spelling >> 2);
  const found = pick(originsOf(name, number, digit, spelling, target), origin);
  return {
    name,
    isNumber: found.isNumber ?? true,
    isDigit: isDigit && (found.isDigit ?? found.isNumber ?? true),
    options: found.options ?? [],
    defines: found.defines ?? {},
    environment: found.environment ?? {},
    text: found.text,
    otherText: found.otherText,
  };
}

function originsOf(name: string, number: string, digit: string, spelling: number, target: Target): Origin[] {
  const define = (text: string) => pick(target.defining, spelling)(text);
  const undefine = (text: string) => pick(target.undefining, spelling)(text);
  const origins: Origin[] = [
    { isDigit: false },
    { options: define(`${name}=${number}`) },
    { options: define(`${name}=${number}`) },
    { options: define(name), isDigit: false },
    { defines: { [name]: number } },
    { defines: { [name]: Number(digit) } },
    { defines: { [name]: true }, isNumber: false },
    { text: `#define ${name} ${number}`, otherText: `#define ${name} ${3 - Number(digit)}` },
    { text: `#define ${name}`, otherText: '', isNumber: false },
    { text: `#define ${name} 1\n#undef ${name}`, otherText: `#define ${name} 2`, isDigit: false },
    { text: `#define ${name} 1\n#undef ${name}\n#define ${name} ${number}`, otherText: `#define ${name} 1` },
    { text: defaultOf(name, number), otherText: `#define ${name} 0` },
    { options: define(`${name}=${number}`), text: defaultOf(name, '0'), otherText: '' },
    { options: define(`${name}=2`), text: `#undef ${name}\n#define ${name} ${number}`, otherText: '' },
    {
      options: [...define(`${name}=1`), ...define(`OTHER_${name}`)],
      text: `#ifdef OTHER_${name}\n#undef ${name}\n#endif`,
      otherText: '',
      isDigit: false,
    },
  ];
  if (target.undefining.length > 0) {
    origins.push(
      { options: [...define(`${name}=${number}`), ...undefine(name)], isDigit: false },
      { options: [...undefine(name), ...define(`${name}=${number}`)], isDigit: false },
    );
  }
  for (const variable of target.flagVariables) {
    // Whether the compiler is given the variable is for Heddle to say.
    origins.push({ environment: { [variable]: `-D${name}=${digit}` }, isDigit: false });
  }
  return origins;
}

function defaultOf(name: string, number: string): string {
  return `#ifndef ${name}\n#define ${name} ${number}\n#endif`;
}
