export { compileError, numberedExcerpt, type FailedCompilation } from './compile-error';
export { firstDiagnostic, parseDiagnostics, type Diagnostic } from './diagnostics';
