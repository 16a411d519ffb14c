/** Observers: what is measured besides time. */
import type {
  AccuracyOptions,
  AmdSmiOptions,
  HardwareCounterOptions,
  ModuleObserver,
  NvmlOptions,
  ObserverSpecification,
} from './observer';
import { checked } from './specification';

export type {
  AccuracyMetric,
  AccuracyOptions,
  AmdSmiOptions,
  AmdSmiQuantity,
  HardwareCounterOptions,
  ModuleObserver,
  NvmlOptions,
  NvmlQuantity,
  ObservedConfiguration,
  ObservedOutput,
  Observer,
  ObserverResults,
  ObserverSpecification,
} from './observer';
export type { AnyObserver } from './specification';
export { difference } from './accuracy';

/** Registers, shared and local memory of the compiled kernel, if the vendor tells. */
export function registers(): ObserverSpecification {
  return { builtIn: 'registers' };
}

/**
 * How far results are from `answer`. A result that differs is then no failure.
 *
 * @throws HeddleError `ARGUMENT` for an unknown metric or option
 */
export function accuracy(options: AccuracyOptions = {}): ObserverSpecification {
  return checked({ builtIn: 'accuracy', options });
}

/**
 * Power, energy, clocks and temperature of an NVIDIA device. Needs koffi and NVIDIA's driver.
 *
 * @throws HeddleError `ARGUMENT` for an unknown quantity or option
 */
export function nvml(options: NvmlOptions = {}): ObserverSpecification {
  return checked({ builtIn: 'nvml', options });
}

/**
 * Power, energy, clocks and temperature of an AMD device. Needs koffi and ROCm's management library.
 *
 * @throws HeddleError `ARGUMENT` for an unknown quantity or option
 */
export function amdSmi(options: AmdSmiOptions = {}): ObserverSpecification {
  return checked({ builtIn: 'amdSmi', options });
}

/**
 * Hardware counters of NVIDIA's GPUs: bytes moved, instructions, stalls. Needs NVIDIA Nsight Compute (`ncu`), which
 * runs each configuration once more in a process of its own.
 *
 * @throws HeddleError `ARGUMENT` for an unknown option
 */
export function hardwareCounters(options: HardwareCounterOptions): ObserverSpecification {
  return checked({ builtIn: 'hardwareCounters', options });
}

/**
 * An observer of your own that runs where the kernel runs.
 *
 * @param module - an absolute path, a URL or a package's name; its default export makes the observer from `options`
 */
export function observerModule(module: string | URL, options?: unknown): ModuleObserver {
  return { module: String(module), options };
}
