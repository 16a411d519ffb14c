/** Light and dark: what the system says, unless the reader has chosen. */

export type Theme = 'light' | 'dark';

const system = matchMedia('(prefers-color-scheme: dark)');
let chosen: Theme | undefined;

export function theme(): Theme {
  return chosen ?? (system.matches ? 'dark' : 'light');
}

/** Lets `button` switch, and calls `changed` whenever the theme is another one. */
export function followTheme(button: HTMLElement, changed: () => void): void {
  const show = (): void => {
    document.documentElement.dataset.theme = theme();
    button.textContent = theme() === 'dark' ? 'Light' : 'Dark';
    button.setAttribute('aria-label', `Use ${theme() === 'dark' ? 'light' : 'dark'} colours`);
  };
  button.addEventListener('click', () => {
    chosen = theme() === 'dark' ? 'light' : 'dark';
    show();
    changed();
  });
  system.addEventListener('change', () => {
    if (chosen !== undefined) return;
    show();
    changed();
  });
  show();
}

/** A colour of the style sheet, as charts need it. */
export function color(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
