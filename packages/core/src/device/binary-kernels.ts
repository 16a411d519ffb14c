/** What the kernels of a binary take, if the source that it was compiled from is at hand. */
import { HeddleError } from '../errors';
import type { KernelSignature, SourceLanguage } from '../signature';
import type { Artifact } from '../spi/artifact';
import type { Compiler } from '../spi/compiler';
import { branchesOf } from './ask-compiler';
import type { CompileOptions } from './compile-options';
import { makeRequest } from './compile-request';
import type { DeviceContext } from './device-context';
import { takes } from './prepare-source';

/** What the kernels of a binary take by the source that it was compiled from, and what that was compiled with. */
export function kernelsOfBinary(
  { backend, driver }: DeviceContext,
  { branches = '' }: Partial<Artifact>,
  source: string,
  language: SourceLanguage,
  options: Pick<CompileOptions, 'options' | 'defines' | 'includeDirs' | 'headers'>,
): readonly KernelSignature[] {
  // A device may load what none of its compilers made.
  const compiler = driver.compilers.find((each) => takes(each, language)) ?? noCompilerAtAll;
  const { reader } = makeRequest({ backend, compiler }, source, language, options);
  reader.decide(branchesOf(branches));
  return reader.kernels;
}

const noCompilerAtAll: Compiler = {
  id: 'none',
  languages: [],
  fingerprint: () => '',
  compile: () => Promise.reject(new HeddleError('UNSUPPORTED', 'there is no compiler')),
};
