/** Text in columns, for terminals. */
import { characters } from './characters';

/**
 * Lays rows out in columns, two spaces apart.
 *
 * @param right - columns to be aligned at the right: numbers
 */
export function columns(rows: readonly (readonly string[])[], right: readonly number[] = []): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, index) => (widths[index] = Math.max(widths[index] ?? 0, displayWidth(cell))));
  }
  return rows.map((row) =>
    row
      .map((cell, index) => {
        const padding = ' '.repeat((widths[index] ?? 0) - displayWidth(cell));
        return right.includes(index) ? padding + cell : cell + padding;
      })
      .join('  ')
      .trimEnd(),
  );
}

function displayWidth(text: string): number {
  return characters(text).length;
}
