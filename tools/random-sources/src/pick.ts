/** The element of a list that a number stands for. Every number stands for one, so that numbers shrink freely. */
export function pick<T>(list: readonly T[], index: number): T {
  const found = list.at(index % list.length);
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
}
