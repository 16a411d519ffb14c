/** A source with everything that a compilation of it is given. */
import type { Shape } from './shape';
import type { Target } from './target';

/** Stands for the folder that the files of a source are written to. */
export const folderMark = '@FOLDER@';

export interface SourceParameter {
  readonly name: string;
  readonly shape: Shape;
}

export interface SourceCase {
  readonly target: Target;
  /** Declarations, after which a kernel is put. */
  readonly declarations: string;
  /** The parameters of the kernel as text, in the order that the conditions choose. */
  readonly parameterList: string;
  /** The parameters, in no order that a kernel has to have. */
  readonly parameters: readonly SourceParameter[];
  readonly options: readonly string[];
  readonly defines: Readonly<Record<string, string | number | boolean>>;
  readonly includeDirs: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** Files below the folder: path -> text. */
  readonly files: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string>>;
  /** Only the compiler can know a type of it, so asking for an explicit signature is right as well. */
  readonly mayRefuse: boolean;
}
