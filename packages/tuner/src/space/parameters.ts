/** What is tuned: named parameters with the values they may take, and one choice of values for all of them. */

/** A value of a tunable parameter. */
export type ParameterValue = number | string | boolean;

/** The parameters of a search, by name, each with the values to try, in the order in which neighbours are adjacent. */
export type TuneParameters = Readonly<Record<string, readonly ParameterValue[]>>;

/** One value for each parameter, by name. */
export type Configuration = Readonly<Record<string, ParameterValue>>;

/** The configurations of given parameters: `tsc` knows the names and the types of the values. */
export type ConfigurationOf<P extends TuneParameters> = { readonly [Name in keyof P]: P[Name][number] };

/** One parameter of a search space. */
export interface Parameter {
  readonly name: string;
  readonly values: readonly ParameterValue[];
}

/**
 * What a configuration must satisfy: an expression in Python's or JavaScript's syntax, or a function.
 *
 * A function must depend only on the configuration: it is called early, and its answer is cached. The answer counts as
 * true or false by JavaScript's rules; a promise is an error.
 */
export type Restriction<P extends TuneParameters = TuneParameters> =
  string | ((configuration: ConfigurationOf<P>) => boolean | number | bigint | string | null | undefined);
