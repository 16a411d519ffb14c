/** Figures as people read them. */

const byteUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** `1536` → `1.5 KiB`. */
export function formatBytes(byteLength: number): string {
  let value = byteLength;
  let unit = 0;
  while (value >= 1024 && unit < byteUnits.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : Number(value.toFixed(1))} ${byteUnits[unit] ?? ''}`;
}

/** Milliseconds in the unit that keeps three or four digits: `0.0123` → `12.3 µs`. */
export function formatMilliseconds(milliseconds: number): string {
  const size = Math.abs(milliseconds);
  if (size === 0) return '0 ms';
  if (size < 1e-3) return `${significant(milliseconds * 1e6)} ns`;
  if (size < 1) return `${significant(milliseconds * 1e3)} µs`;
  if (size < 1000) return `${significant(milliseconds)} ms`;
  return formatSeconds(milliseconds / 1000);
}

/** `75` → `1 min 15 s`. */
export function formatSeconds(seconds: number): string {
  if (seconds < 1) return formatMilliseconds(seconds * 1000);
  if (seconds < 60) return `${significant(seconds)} s`;
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${whole % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Four significant digits, without needless zeros. */
export function significant(value: number): string {
  return String(Number(value.toPrecision(4)));
}
