/**
 * Text at the level of types. Every loop is tail-recursive, and ends by itself before the compiler's limit of 1,000
 * steps: what is too long for it degrades to a loose type instead of an error.
 */

/** Counts the steps of a loop: a tuple as long as their number. */
export type Steps = readonly 0[];

/** True once a loop has gone on for too long. */
export type Exhausted<S extends Steps> = S['length'] extends 900 ? true : false;

/** `Text` with every `From` replaced by `To`; as it is if there are too many. */
export type Replace<
  Text extends string,
  From extends string,
  To extends string,
  Done extends string = '',
  S extends Steps = [],
> =
  Exhausted<S> extends true
    ? `${Done}${Text}`
    : Text extends `${infer Before}${From}${infer After}`
      ? Replace<After, From, To, `${Done}${Before}${To}`, [...S, 0]>
      : `${Done}${Text}`;

/** White space as single spaces, but for long stretches of it, of which a few are left. */
export type OneLine<Text extends string> = Replace<
  Replace<Replace<Replace<Replace<Text, '\r', ' '>, '\n', ' '>, '\t', ' '>, '        ', ' '>,
  '  ',
  ' '
>;

/** The words of a text separated by spaces; undefined for more than 200. */
export type Words<
  Text extends string,
  Found extends readonly string[] = [],
  S extends Steps = [],
> = S['length'] extends 200
  ? undefined
  : Text extends `${infer Word} ${infer Rest}`
    ? Words<Rest, Word extends '' ? Found : [...Found, Word], [...S, 0]>
    : Text extends ''
      ? Found
      : [...Found, Text];

/** Words with spaces between them again. */
export type Join<List extends readonly string[], Text extends string = ''> = List extends readonly [
  infer First extends string,
  ...infer Rest extends string[],
]
  ? Join<Rest, Text extends '' ? First : `${Text} ${First}`>
  : Text;

/** The parts between commas; undefined for more than 200. */
export type SplitCommas<Text extends string, Parts extends readonly string[] = []> = Parts['length'] extends 200
  ? undefined
  : Text extends `${infer Part},${infer Rest}`
    ? SplitCommas<Rest, [...Parts, Part]>
    : [...Parts, Text];

/** The text without spaces at either end. */
export type Trim<Text extends string> =
  Words<OneLine<Text>> extends infer List extends readonly string[] ? Join<List> : Text;

/** The source without comments; undefined if it has too many slashes to tell. */
export type WithoutComments<Text extends string, Done extends string = '', S extends Steps = []> =
  Exhausted<S> extends true
    ? undefined
    : Text extends `${infer Before}/${infer After}`
      ? After extends `/${infer Comment}`
        ? Comment extends `${string}\n${infer Rest}`
          ? WithoutComments<Rest, `${Done}${Before}\n`, [...S, 0]>
          : `${Done}${Before}`
        : After extends `*${infer Comment}`
          ? Comment extends `${string}*/${infer Rest}`
            ? WithoutComments<Rest, `${Done}${Before} `, [...S, 0]>
            : `${Done}${Before}`
          : WithoutComments<After, `${Done}${Before}/`, [...S, 0]>
      : `${Done}${Text}`;
