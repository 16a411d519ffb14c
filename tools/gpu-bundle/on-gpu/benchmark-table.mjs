/** One row per figure: Heddle, the peers, and Heddle's ratio to each. */

/** @param {{ figure: string, who: string, value: number, unit: string }[]} measurements */
export function benchmarkTable(measurements) {
  const figures = [...new Set(measurements.map(({ figure }) => figure))];
  const lines = figures.map((figure) => {
    const all = measurements.filter((one) => one.figure === figure);
    const ours = all.find(({ who }) => who === 'heddle');
    const cells = all.map(({ who, value, unit }) => {
      const ratio = ours && who !== 'heddle' ? ` (heddle ${(ours.value / value).toFixed(2)}x)` : '';
      return `${who} ${shown(value)} ${unit}${ratio}`;
    });
    return `| ${figure} | ${cells.join(' | ')} |`;
  });
  return lines.length === 0 ? '' : ['| figure | measurements |', '|---|---|', ...lines].join('\n');
}

function shown(value) {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
