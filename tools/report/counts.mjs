/** The three numbers every run ends with, and the line that carries them between programs. */

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @returns {Counts} */
export function noCounts() {
  return { passed: 0, failed: 0, skipped: 0 };
}

/** @param {Counts} total @param {Partial<Counts>} more */
export function addCounts(total, more) {
  total.passed += more.passed ?? 0;
  total.failed += more.failed ?? 0;
  total.skipped += more.skipped ?? 0;
}

/** @param {Counts} counts */
export function countsLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** The counts in the last line of `output`, if it is such a line. */
export function countsFrom(output) {
  const match = /^(\d+) passed, (\d+) failed, (\d+) skipped$/.exec(output.trimEnd().split('\n').at(-1) ?? '');
  if (!match) return undefined;
  return { passed: Number(match[1]), failed: Number(match[2]), skipped: Number(match[3]) };
}
