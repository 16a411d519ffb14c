/**
 * One kernel in the spellings that exist of it. The choice between them is made here and nowhere else, by what the
 * device's compilers take.
 */
import { HeddleError, type Device, type SourceLanguage } from '@heddle/core';

/** Portable source if possible; CUDA C++ and OpenCL C if they spell a feature differently. */
export interface SourceChoices {
  readonly portable?: string;
  readonly cuda?: string;
  readonly opencl?: string;
  readonly c?: string;
  readonly 'c++'?: string;
  readonly fortran?: string;
}

export interface ChosenSource {
  readonly language: SourceLanguage;
  readonly text: string;
}

// CUDA first: if a device takes it, it is what its users write.
const preference = ['cuda', 'opencl', 'portable', 'c++', 'c', 'fortran'] as const;

/** The languages a kernel is spelled in, most wanted first. */
export function languagesOf(choices: SourceChoices): readonly SourceLanguage[] {
  return preference.filter((language) => choices[language] !== undefined);
}

/**
 * The spelling that the device compiles.
 *
 * @throws HeddleError `UNSUPPORTED` if it compiles none; a runner has skipped the case before that
 */
export function chooseSource(device: Device, choices: SourceChoices): ChosenSource {
  for (const language of preference) {
    const text = choices[language];
    if (text !== undefined && device.compiles(language)) return { language, text };
  }
  throw new HeddleError('UNSUPPORTED', `this device compiles none of ${languagesOf(choices).join(', ')}`, {
    backend: device.backend,
  });
}
