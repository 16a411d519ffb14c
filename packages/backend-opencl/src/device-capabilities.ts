/** Which of core's capabilities a device has, from what it says of itself. */
import type { Capability } from '@heddle/core/backend';
import { constants } from './api';
import type { DeviceFacts } from './device-info';

/** The capabilities of every OpenCL 1.2 device. */
const base: readonly Capability[] = [
  'atomics-int32',
  'static-shared-memory',
  'dynamic-shared-memory',
  'pinned-memory',
  'rectangle-copy',
  'binaries',
  'host-callbacks',
];

const sharedMemoryKinds = constants.CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | constants.CL_DEVICE_SVM_FINE_GRAIN_BUFFER;

/**
 * Not declared although some devices have it: `forward-progress`, which OpenCL nowhere promises, and `device-pointers`,
 * since a buffer is a handle here.
 */
export function capabilitiesOf(facts: DeviceFacts): ReadonlySet<Capability> {
  const { extensions, languageFeatures } = facts;
  const optional: readonly (readonly [Capability, boolean])[] = [
    ['float64', hasFloat64(facts)],
    ['float16', extensions.has('cl_khr_fp16')],
    ['atomics-int64', extensions.has('cl_khr_int64_base_atomics')],
    ['atomics-float32', languageFeatures.has('__opencl_c_ext_fp32_global_atomic_add')],
    ['atomics-float64', languageFeatures.has('__opencl_c_ext_fp64_global_atomic_add')],
    ['warp-shuffle', extensions.has('cl_khr_subgroup_shuffle') && extensions.has('cl_khr_subgroup_ballot')],
    ['managed-memory', (facts.sharedVirtualMemory & sharedMemoryKinds) !== 0],
    ['headers', facts.hasCompiler],
    ['kernel-printf', facts.hasCompiler],
    ['linking', facts.hasLinker],
    ['images', facts.hasImages],
    ['stream-priority', extensions.has('cl_khr_priority_hints')],
    ['out-of-order-streams', facts.outOfOrder],
  ];
  return new Set([...base, ...optional.filter(([, has]) => has).map(([capability]) => capability)]);
}

/** Double precision: an extension up to 1.1, an optional part of the language since. */
export function hasFloat64({ extensions, languageFeatures }: DeviceFacts): boolean {
  return extensions.has('cl_khr_fp64') || languageFeatures.has('__opencl_c_fp64');
}
