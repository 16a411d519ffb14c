/** The local methods by the names that users know; several names of gradient methods mean the same here. */
import { linearModels } from './linear-models';
import type { LocalMethod } from './local-method';
import { nelderMead } from './nelder-mead';
import { patternSearch } from './pattern-search';
import { projectedQuasiNewton } from './projected-quasi-newton';

export const localMethodNames = [
  'Nelder-Mead',
  'Powell',
  'CG',
  'BFGS',
  'L-BFGS-B',
  'TNC',
  'COBYLA',
  'SLSQP',
  'trust-constr',
] as const;

const methods: Readonly<Record<(typeof localMethodNames)[number], LocalMethod>> = {
  'Nelder-Mead': nelderMead,
  // Along coordinates, without derivatives.
  Powell: patternSearch,
  // Models inside a trust region; of the other one too, bounds are the only constraints here.
  COBYLA: linearModels,
  'trust-constr': linearModels,
  // On places of values a gradient is a difference between neighbours; these share one method that uses it.
  CG: projectedQuasiNewton,
  BFGS: projectedQuasiNewton,
  'L-BFGS-B': projectedQuasiNewton,
  TNC: projectedQuasiNewton,
  SLSQP: projectedQuasiNewton,
};

/** The method of a name. */
export function localMethod(name: (typeof localMethodNames)[number]): LocalMethod {
  return methods[name];
}
