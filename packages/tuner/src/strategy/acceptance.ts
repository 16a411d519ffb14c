/**
 * The chance with which a search goes on from what it found (Metropolis et al., 1953). On relative loss, since objectives
 * have any unit. A failed configuration is left at the first chance.
 */
export function acceptanceOf(objective: number, found: number, temperature: number): number {
  if (found <= objective || objective === Infinity) return 1;
  return Math.exp(-(found - objective) / Math.abs(objective) / temperature);
}
