/** The special functions of elements, by the names of `ga.special`. */
import type { ElementFunction } from '../functions';
import * as bessel from './bessel';
import type { DeviceCode } from './device-code';
import * as elliptic from './elliptic';
import * as errors from './error-function';
import * as exponential from './exponential-integral';
import * as gammas from './gamma';
import { betainc } from './incomplete-beta';
import { gammainc, gammaincc } from './incomplete-gamma';
import { lambertwFunction } from './lambert';
import * as logistic from './logistic';
import * as modified from './modified-bessel';
import { realFunction } from './special-function';
import * as zetas from './zeta';

const one = (name: string, code: DeviceCode, callee = name): ElementFunction => realFunction(name, 1, code, callee);
const two = (name: string, code: DeviceCode, callee = name): ElementFunction => realFunction(name, 2, code, callee);

export const specialFunctions = {
  gamma: one('gamma', gammas.gamma),
  lgamma: one('lgamma', gammas.logGamma),
  digamma: one('digamma', gammas.digamma),
  polygamma: two('polygamma', zetas.polygamma),
  zeta: one('zeta', zetas.riemann),
  hurwitzZeta: two('zeta', zetas.hurwitz, 'zeta2'),
  beta: two('beta', gammas.beta),
  betaln: two('betaln', gammas.betaln),
  betainc: realFunction('betainc', 3, betainc),
  gammainc: two('gammainc', gammainc),
  gammaincc: two('gammaincc', gammaincc),
  erf: one('erf', errors.erf),
  erfc: one('erfc', errors.erfc),
  erfcx: one('erfcx', errors.erfcx),
  erfinv: one('erfinv', errors.erfinv),
  erfcinv: one('erfcinv', errors.erfcinv),
  ndtr: one('ndtr', errors.ndtr),
  ndtri: one('ndtri', errors.ndtri),
  logNdtr: one('logNdtr', errors.logNdtr, 'log_ndtr'),
  expit: one('expit', logistic.expit),
  logit: one('logit', logistic.logit),
  entr: one('entr', logistic.entr),
  xlogy: two('xlogy', logistic.xlogy),
  xlog1py: two('xlog1py', logistic.xlog1py),
  sinc: one('sinc', logistic.sinc),
  j0: one('j0', bessel.j0),
  j1: one('j1', bessel.j1),
  y0: one('y0', bessel.y0),
  y1: one('y1', bessel.y1),
  i0: one('i0', modified.i0),
  i1: one('i1', modified.i1),
  i0e: one('i0e', modified.i0e),
  i1e: one('i1e', modified.i1e),
  k0: one('k0', modified.k0),
  k1: one('k1', modified.k1),
  expn: two('expn', exponential.expn),
  exp1: one('exp1', exponential.exp1),
  expi: one('expi', exponential.expi),
  ellipk: one('ellipk', elliptic.ellipk),
  ellipe: one('ellipe', elliptic.ellipe),
  lambertw: lambertwFunction,
};

/** The same by name, as expressions give it. */
export const specialElementFunctions: ReadonlyMap<string, ElementFunction> = new Map(Object.entries(specialFunctions));
