export { compileError, numberedExcerpt, type FailedCompilation } from './compile-error';
export { describe } from './describe';
export { assertOptions, assertOptionsObject, notOptions, optionNames } from './given-options';
export { didYouMean, nearestNames } from './nearest-names';
export { firstDiagnostic, parseDiagnostics, type Diagnostic } from './diagnostics';
export { pathOfUrl } from './file-urls';
export { restoredCharacters, type GivenTexts } from './restore-characters';
