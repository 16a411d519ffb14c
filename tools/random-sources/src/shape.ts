/** What a type is made of, as far as every branch of its `#if` agrees: its members' names, and not their types or order. */
export type Shape =
  | { readonly form: 'scalar' | 'enum' | 'pointer' }
  /** A number whose type no reader of declarations can know. */
  | { readonly form: 'hidden' }
  | { readonly form: 'vector'; readonly lanes: number }
  | { readonly form: 'array'; readonly of: Shape }
  | { readonly form: 'struct'; readonly fields: readonly { readonly name: string; readonly shape: Shape }[] }
  /** Passed and reported as its bytes. */
  | { readonly form: 'union' };

export const scalar: Shape = { form: 'scalar' };

/** Members of a vector in CUDA and in OpenCL. */
export const laneNames = ['x', 'y', 'z', 'w'] as const;
