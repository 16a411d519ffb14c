export { interfaceVersion, type NativeAddon } from './addon';
export { LaunchHeader } from './launch-header';
export type {
  Address,
  CudaPlan,
  DirectArgument,
  DirectPlan,
  LaunchPlan,
  NativeCall,
  OpenClArgument,
  OpenClPlan,
  PlanId,
  RingCopy,
  SequencePlan,
} from './launch-plan';
export { nativeAddon, whyNoNativeAddon } from './load-addon';
