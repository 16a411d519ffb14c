/** Observers as data: which there are, and what they may be given. */
import { argumentError } from '@heddle/core/backend';
import { suggestion } from '../options/suggestion';
import { checkOptionsOf, checkWord, wrongKind, type Group, type KindsOf } from '../options';
import { checkMetric } from './accuracy';
import type {
  AccuracyOptions,
  AmdSmiOptions,
  AmdSmiQuantity,
  HardwareCounterOptions,
  ModuleObserver,
  NvmlOptions,
  NvmlQuantity,
  Observer,
  ObserverSpecification,
} from './observer';

/** An observer as users give it: an object of theirs, or data. */
export type AnyObserver = Observer | ObserverSpecification;

/** True for observers that can be sent to a worker process. */
export function isSpecification(observer: object): observer is ObserverSpecification {
  return 'builtIn' in observer || 'module' in observer;
}

type BuiltIn = Extract<ObserverSpecification, { readonly builtIn: string }>['builtIn'];

const accuracyKinds: KindsOf<AccuracyOptions> = { metric: 'anything', name: 'text', epsilon: 'number' };
const nvmlKinds: KindsOf<NvmlOptions> = { quantities: 'list', continuousMilliseconds: 'number', library: 'text' };
const amdSmiKinds: KindsOf<AmdSmiOptions> = { quantities: 'list', continuousMilliseconds: 'number', library: 'text' };
const counterKinds: KindsOf<HardwareCounterOptions> = {
  metrics: 'list',
  ncu: 'text',
  options: 'list',
  seconds: 'number',
};
const moduleKinds: KindsOf<ModuleObserver> = { module: 'text', export: 'text', options: 'anything' };

const nvmlQuantities: Readonly<Record<NvmlQuantity, true>> = {
  nvml_energy: true,
  nvml_power: true,
  power_readings: true,
  core_freq: true,
  mem_freq: true,
  temperature: true,
};
const amdSmiQuantities: Readonly<Record<AmdSmiQuantity, true>> = {
  amdsmi_energy: true,
  amdsmi_power: true,
  core_freq: true,
  mem_freq: true,
  temperature: true,
};

const checks: Readonly<Record<BuiltIn, (options: unknown) => void>> = {
  registers: () => undefined,
  accuracy(options) {
    checkOptionsOf('accuracy', accuracyKinds, options);
    const { metric } = options as AccuracyOptions;
    if (metric !== undefined) checkMetric(metric);
  },
  nvml: (options) => checkSensors('nvml', nvmlKinds, options, Object.keys(nvmlQuantities)),
  amdSmi: (options) => checkSensors('amdSmi', amdSmiKinds, options, Object.keys(amdSmiQuantities)),
  hardwareCounters(options) {
    checkOptionsOf('hardwareCounters', counterKinds, options, ['metrics']);
    const { metrics } = options as HardwareCounterOptions;
    checkPath('ncu', (options as HardwareCounterOptions).ncu);
    for (const metric of metrics) if (typeof metric !== 'string') throw wrongKind('a metric', 'a text', metric);
  },
};

function checkSensors(owner: string, kinds: Group, options: unknown, there: readonly string[]): void {
  checkOptionsOf(owner, kinds, options);
  const { quantities = [] } = options as { readonly quantities?: readonly unknown[] };
  for (const quantity of quantities) checkWord(`a quantity of ${owner}`, quantity, there);
  checkPath('library', (options as NvmlOptions).library);
}

/** @throws HeddleError `ARGUMENT` for an empty text, which would mean this program itself or the current folder */
function checkPath(parameter: string, path: string | undefined): void {
  if (path === '') throw argumentError(`the ${parameter} of an observer is empty: it names no file`, { parameter });
}

/** The specification, once it has been checked. @throws HeddleError `ARGUMENT` as {@link checkSpecification} does */
export function checked<S extends ObserverSpecification>(specification: S): S {
  checkSpecification(specification);
  return specification;
}

/**
 * @throws HeddleError `ARGUMENT` for an unknown observer or option, with the nearest name; for a value of
 * another kind
 */
export function checkSpecification(specification: ObserverSpecification): void {
  if ('module' in specification) {
    checkOptionsOf('an observer of a module', moduleKinds, specification, ['module']);
    checkPath('module', specification.module);
    return;
  }
  const { builtIn } = specification;
  if (!Object.hasOwn(checks, builtIn)) {
    throw argumentError(`there is no observer ${String(builtIn)}`, {
      parameter: 'observers',
      hint: suggestion(String(builtIn), Object.keys(checks)),
    });
  }
  checks[builtIn]('options' in specification ? specification.options : {});
}
