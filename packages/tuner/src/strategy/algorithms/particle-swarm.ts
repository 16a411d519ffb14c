/** Particle swarm optimisation (Kennedy and Eberhart, 1995), with inertia (Shi and Eberhart, 1998). */
import { defineStrategy } from '../define-strategy';
import { PointSpace } from '../points';
import { invalid, Proposals } from '../proposals';
import { freshIndex } from '../sampling';
import type { Search } from '../strategy';

interface Particle {
  position: number[];
  velocity: number[];
  best: number[];
  bestObjective: number;
}

export const particleSwarm = defineStrategy({
  name: 'particleSwarm',
  reference: 'pso',
  options: {
    popsize: { kind: 'number', default: 50, from: 2, to: 1e6, integer: true },
    maxiter: { kind: 'number', default: 190, from: 1, to: 1e9, integer: true },
    /** Inertia. */
    w: { kind: 'number', default: 0.5, from: 0, to: 10 },
    /** Pull towards the particle's own best. */
    c1: { kind: 'number', default: 3.5, from: 0, to: 100 },
    /** Pull towards the swarm's best. */
    c2: { kind: 'number', default: 1, from: 0, to: 100 },
    /** Take the nearest valid configuration for a position; without it, a position that violates restrictions fails. */
    constraintAware: { kind: 'flag', default: true },
  },
  async run(search, { popsize, maxiter, w, c1, c2, constraintAware }, { x0 }) {
    const points = new PointSpace(search.space);
    const proposals = new Proposals(search, constraintAware);
    const { random } = search;
    const swarm = await newSwarm(search, points, proposals, popsize, x0);
    let leader = swarm.reduce((a, b) => (b.bestObjective < a.bestObjective ? b : a));
    for (let iteration = 0; iteration < maxiter; iteration++) {
      const indices = swarm.map((particle) => {
        particle.velocity = particle.velocity.map((speed, dimension) => {
          const at = particle.position[dimension] ?? 0;
          const own = c1 * random.next() * ((particle.best[dimension] ?? 0) - at);
          const common = c2 * random.next() * ((leader.best[dimension] ?? 0) - at);
          const bound = points.bounds[dimension] ?? 0;
          return Math.min(bound, Math.max(-bound, w * speed + own + common));
        });
        particle.position = points.clamped(
          particle.position.map((at, dimension) => at + (particle.velocity[dimension] ?? 0)),
        );
        return moveOn(search, points, proposals, particle);
      });
      const objectives = await proposals.evaluateMany(indices);
      swarm.forEach((particle, at) => keepBest(particle, objectives[at] ?? Infinity));
      leader = swarm.reduce((a, b) => (b.bestObjective < a.bestObjective ? b : a));
    }
  },
});

async function newSwarm(
  search: Search,
  points: PointSpace,
  proposals: Proposals,
  popsize: number,
  x0: number | undefined,
): Promise<Particle[]> {
  const positions = proposals.firstPoints(points, Math.min(popsize, search.space.size), x0);
  const objectives = await proposals.evaluateMany(positions.map((at) => proposals.configurationAt(points, at)));
  return positions.map((position, at) => {
    const velocity = points.bounds.map((bound) => (search.random.next() - 0.5) * bound);
    return { position, velocity, best: position, bestObjective: objectives[at] ?? Infinity };
  });
}

// A particle at rest where everything is known would never find anything again: now and then it is sent elsewhere.
function moveOn(search: Search, points: PointSpace, proposals: Proposals, particle: Particle): number {
  const index = proposals.configurationAt(points, particle.position);
  const isKnown = index === invalid || search.objectives(index) !== undefined;
  const isAtRest = particle.velocity.every((speed) => Math.abs(speed) < 0.5);
  if (!isKnown || !isAtRest) return index;
  const elsewhere = freshIndex(search);
  particle.position = points.pointOf(elsewhere);
  particle.velocity = points.bounds.map((bound) => (search.random.next() - 0.5) * bound);
  return elsewhere;
}

function keepBest(particle: Particle, objective: number): void {
  if (objective >= particle.bestObjective) return;
  particle.best = particle.position;
  particle.bestObjective = objective;
}
