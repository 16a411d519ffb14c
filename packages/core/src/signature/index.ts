/** What kernels take: read from their source, or given explicitly. */
export * from './signature';
export { parseKernels, type ParseOptions } from './parse-kernels';
export { parseGlobals } from './parse-globals';
export { dataModelOf, type DataModel } from './data-model';
export { parseSignature, type ExplicitSignatureOptions } from './explicit-signature';
export { canonicalName, isSameKernel, isSameName, kernelExpressions, signatureFor } from './name-expression';
export { describeParameter } from './describe-parameter';
export { placedTokens, type PlacedToken } from './tokenizer';
export type { OptionSyntax } from './command-line';
export type { ReaderInputs, ForcedInclude, GivenMacro, SourceFiles } from './reader-inputs';
export type * from './types';
export { entryNamesIn, entryNamesOf, symbolExpressions, symbolsNamed } from './names/binary-names';
export { expressionByParameters } from './names/overloads';
