export { recordedTable } from './recorded-table';
export type { RecordedResult, RecordedTable } from './recorded-table';
export { meanRatios, simulate } from './simulate';
export type { SimulatedRun, SimulationOptions } from './simulate';
export { tuneStrategy } from './tune-strategy';
export type { TunedStrategy, TuneStrategyOptions } from './tune-strategy';
