/**
 * The options of clBuildProgram. Drivers refuse options that are not OpenCL's, each in its own words; some pass them to
 * the clang that they are made of.
 */
import type { OptionRules } from './option-rules';
import { cOptionRules } from './rules-of-c-compilers';

export const openclOptionRules: OptionRules = {
  ...cOptionRules,
  reserved: [
    {
      names: ['-create-library', '-enable-link-options'],
      effect: 'makes a library, which has no kernels that can be launched',
      instead: 'device.compileObject makes an object that device.link takes.',
    },
    ...cOptionRules.reserved,
  ],
  wordsInEntries: true,
};
