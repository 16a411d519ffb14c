/** The test kit that every Heddle backend runs: cases as data, test functions injected. */
export { ConformanceFailure, type ErrorExpectation, type Tolerance } from './assertions';
export type { Assertions, CaseContext } from './case-context';
export { conformanceCases } from './cases';
export {
  casesOf,
  matchesFilter,
  topics,
  type CaseDefinition,
  type ConformanceCase,
  type KernelDefinition,
  type PlainDefinition,
  type Topic,
} from './conformance-case';
export type { ConformanceTarget } from './device-session';
export type { ProgramOptions, ProgramResult, ProgramRun } from './heddle-program';
export type { Random } from './random';
export { reportConformance, type ConformanceReport, type ReportOptions } from './report';
export {
  countOutcomes,
  type CaseResult,
  type ConformanceResults,
  type Outcome,
  type OutcomeCounts,
  type TestedDevice,
} from './results';
export { runCases, type RunCasesOptions } from './run-cases';
export { runConformance, type RunConformanceOptions, type TestFunctions } from './run-conformance';
export type { ChosenSource, SourceChoices } from './source-choice';
