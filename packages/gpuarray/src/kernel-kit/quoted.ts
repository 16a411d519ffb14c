/** Texts of users within a kernel's source. */

/** Between what is put before a user's preamble and the preamble, whose lines count from here. */
export const preambleLine = '#line 1 "heddle:preamble"\n';

/** User text under a line directive that names it. What follows is ours again, whatever its number. */
export function quoted(what: string, text: string): string {
  return `#line 1 "heddle:${what}"\n${text}\n#line 1 "heddle:template"`;
}
