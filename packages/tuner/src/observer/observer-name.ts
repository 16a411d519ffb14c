/** What messages call an observer. */

/**
 * Its name; without one, which JavaScript does not refuse, that of its class, or its place in the list.
 *
 * @param place - its index among the observers
 */
export function observerName(observer: { readonly name?: unknown }, place: number): string {
  const { name } = observer;
  if (typeof name === 'string' && name !== '') return name;
  const { constructor } = observer as { readonly constructor?: { readonly name?: unknown } };
  const className = constructor === Object ? undefined : constructor?.name;
  return typeof className === 'string' && className !== '' ? className : `observers[${place}]`;
}
