/** Checks of options, for every function that has some. */
export { checkGroup, checkOptionsOf, checkWord, isOfKinds, noOptions, wrongKind } from './check-group';
export type { Group, Kind, Kinds, KindsOf } from './check-group';
export { isObject } from './is-object';
export { userFailure, type UserFailureFacts } from './user-failure';
