/**
 * The order in which the solver gives values to variables.
 *
 * The cost of an order is the number of nodes of its search tree: after each variable, the product of the domains so
 * far times the share of it that the constraints decided so far let through. A beam search over sets of variables
 * finds a cheap order; shares are estimated from random assignments.
 */
/** What ordering needs to know of a constraint. */
export interface OrderedConstraint {
  /** Places of the variables that it reads. */
  readonly variables: readonly number[];
  /** Share of random assignments that satisfy it, from 0 to 1. */
  readonly share: number;
}

/** The first variables of an order. */
interface Beginning {
  readonly order: readonly number[];
  readonly isMember: Uint8Array;
  /** The same for all orders of the same variables. */
  readonly key: number;
  /** Expected nodes at the last level, after its constraints. */
  readonly nodes: number;
  /** Expected nodes visited at all levels. */
  readonly cost: number;
}

const beamWidth = 5;

/** A cheap order of the variables, as places in `domainSizes`. */
export function variableOrder(domainSizes: readonly number[], constraints: readonly OrderedConstraint[]): number[] {
  const ofVariable = domainSizes.map((_, variable) => constraints.filter((c) => c.variables.includes(variable)));
  const isMember = new Uint8Array(domainSizes.length);
  let beam: Beginning[] = [{ order: [], isMember, key: 0, nodes: 1, cost: 0 }];
  for (let level = 0; level < domainSizes.length; level++) {
    const bySet = new Map<number, Beginning>();
    for (const beginning of beam) {
      domainSizes.forEach((size, variable) => {
        if (beginning.isMember[variable]) return;
        const cost = beginning.cost + beginning.nodes * size;
        const key = beginning.key + keyOf(variable);
        if (cost >= (bySet.get(key)?.cost ?? Infinity)) return;
        bySet.set(key, extended(beginning, variable, size, ofVariable[variable] ?? []));
      });
    }
    beam = [...bySet.values()].sort((a, b) => a.cost - b.cost).slice(0, beamWidth);
  }
  return [...(beam[0]?.order ?? [])];
}

function extended(
  { order, isMember, key, nodes, cost }: Beginning,
  variable: number,
  size: number,
  constraints: readonly OrderedConstraint[],
): Beginning {
  const members = isMember.slice();
  members[variable] = 1;
  let left = nodes * size;
  for (const { variables, share } of constraints) if (variables.every((v) => members[v])) left *= share;
  return {
    order: [...order, variable],
    isMember: members,
    key: key + keyOf(variable),
    nodes: left,
    cost: cost + nodes * size,
  };
}

// Sums of these tell sets apart, all but certainly (Zobrist, 1970); a confusion would cost time, not correctness.
function keyOf(variable: number): number {
  return (Math.imul(variable + 1, 0x9e3779b1) >>> 0) * 0x1000 + (Math.imul(variable + 7, 0x85ebca6b) >>> 21);
}

/** Share of random assignments that satisfy a constraint, never quite 0: a rare solution is still one. */
export function estimatedShare(samples: number, isSatisfied: () => boolean): number {
  let satisfied = 0;
  for (let sample = 0; sample < samples; sample++) if (isSatisfied()) satisfied++;
  return Math.max(satisfied, 0.5) / samples;
}
