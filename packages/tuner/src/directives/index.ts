/** Tuning regions of programs with OpenMP or OpenACC directives. */
export {
  directiveFunction,
  directiveFunctions,
  type DirectiveFunction,
  type DirectiveOptions,
} from './directive-functions';
export { directiveArguments } from './directive-arguments';
export type { DirectiveParameter } from './parameters';
