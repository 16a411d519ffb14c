/**
 * Names of the macros that a token came from, which are not expanded in it again: how C keeps macros from endless
 * recursion. A list that grows at its front, so that adding a name copies nothing.
 */
export interface HiddenNames {
  readonly name: string;
  readonly others: HiddenNames | undefined;
  readonly count: number;
}

export function hides(hidden: HiddenNames | undefined, name: string): boolean {
  for (let rest = hidden; rest; rest = rest.others) if (rest.name === name) return true;
  return false;
}

export function hideName(hidden: HiddenNames | undefined, name: string): HiddenNames {
  if (hidden && hides(hidden, name)) return hidden;
  return { name, others: hidden, count: 1 + (hidden?.count ?? 0) };
}

/** Names that either hides. */
export function hideAll(a: HiddenNames | undefined, b: HiddenNames | undefined): HiddenNames | undefined {
  // Mostly one grew out of the other.
  for (let rest = a; rest; rest = rest.others) if (rest === b) return a;
  let both = a;
  for (let rest = b; rest; rest = rest.others) both = hideName(both, rest.name);
  return both;
}

/** Names that both hide. */
export function hideCommon(a: HiddenNames | undefined, b: HiddenNames | undefined): HiddenNames | undefined {
  if (a === b) return a;
  let common: HiddenNames | undefined;
  for (let rest = a; rest; rest = rest.others) if (hides(b, rest.name)) common = hideName(common, rest.name);
  return common;
}
