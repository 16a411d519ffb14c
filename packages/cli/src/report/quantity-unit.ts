/** Reads the unit of a quantity from its name. */

const times = /^(time|time_\w+|\w+_time|.*_ms)$/;

/** The unit of a quantity, where its name does not already say it. */
export function unitOf(name: string): string {
  if (times.test(name)) return 'ms';
  if (/energy/i.test(name) && !/\//.test(name)) return 'J';
  if (/power|pwr/i.test(name)) return 'W';
  if (/(core|mem|gr)_freq|clock/i.test(name)) return 'MHz';
  return /temperature/i.test(name) ? '°C' : '';
}
