/** Rules for compiler options: those that cannot be given, and those that name folders. */
export { assertMakesCode, type CheckedOptions } from './check-options';
export { withAbsolutePaths } from './absolute-paths';
export type { GivenOption, OptionRules, PassingOption, ReservedOption } from './option-rules';
export { cOptionRules, fortranOptionRules, hipOptionRules, linkerRules } from './rules-of-c-compilers';
export { nvccOptionRules, nvrtcOptionRules } from './rules-of-nvidia-compilers';
export { openClOptionsIn } from './opencl-entries';
export { openclOptionRules } from './rules-of-opencl';
