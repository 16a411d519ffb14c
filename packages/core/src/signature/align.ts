/** The smallest multiple of `alignment` that is not below `offset`. */
export function alignUp(offset: number, alignment: number): number {
  return Math.ceil(offset / alignment) * alignment;
}
