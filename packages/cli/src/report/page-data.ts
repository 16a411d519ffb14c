/**
 * What the page holds of a tuning run, column by column: ten thousand configurations are a few hundred kilobytes.
 *
 * This file is also part of the page's own program, so it imports nothing.
 */

export type ParameterValue = number | string | boolean;

/** A tunable parameter, and which of its values each configuration has. */
export interface ParameterColumn {
  readonly name: string;
  readonly values: readonly ParameterValue[];
  /** Per configuration, the place of its value in `values`. */
  readonly indices: readonly number[];
}

/** Something measured: the time, a metric, power… */
export interface QuantityColumn {
  readonly name: string;
  /** As it is written after figures; empty if nobody says. */
  readonly unit: string;
  readonly higherIsBetter: boolean;
  /** True for what the run optimised. */
  readonly isObjective: boolean;
  /** Per configuration; null if it failed or was not measured. */
  readonly values: readonly (number | null)[];
}

/** Per configuration why it has no result; -1 if it has one. */
export interface FailureColumn {
  /** Kinds that occur, most frequent first. */
  readonly kinds: readonly string[];
  readonly kindIndices: readonly number[];
  /** Distinct messages. */
  readonly messages: readonly string[];
  readonly messageIndices: readonly number[];
}

export interface PageData {
  readonly kernel: string;
  readonly device: string;
  readonly problemSize: string;
  /** Name of the file that was read, without its folder. */
  readonly source: string;
  /** Number of configurations that were tried. */
  readonly count: number;
  readonly parameters: readonly ParameterColumn[];
  /** The objective first. */
  readonly quantities: readonly QuantityColumn[];
  readonly failures: FailureColumn;
  /** Label and text, in the order to be shown. */
  readonly environment: readonly (readonly [label: string, text: string])[];
  /** What was wrong with the file, one sentence each. */
  readonly warnings: readonly string[];
}
