/** Makes elements of the page. Text is always text: nothing of a tuning file is ever read as HTML. */

type Child = Node | string;

/** Makes an element. An attribute of `false` or undefined is left out, `true` is an empty one. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string | number | boolean | undefined>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    made.setAttribute(name, value === true ? '' : String(value));
  }
  made.append(...children);
  return made;
}

/** An element of the page's frame. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/** A drop-down list with its label. `choose` gets the place of the chosen option. */
export function selection(
  label: string,
  options: readonly string[],
  chosen: number,
  choose: (place: number) => void,
): HTMLLabelElement {
  const list = element('select');
  options.forEach((text, place) => list.append(element('option', { value: place, selected: place === chosen }, text)));
  list.addEventListener('change', () => choose(Number(list.value)));
  return element('label', { class: 'selection' }, element('span', {}, label), list);
}
