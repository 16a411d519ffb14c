/** How options are checked, wherever they are taken. */
export { checkGroup, checkOptionsOf, checkWord, isOfKinds, noOptions, wrongKind } from './check-group';
export type { Group, Kind, Kinds, KindsOf } from './check-group';
export { isObject } from './is-object';
export { userFailure, type UserFailureFacts } from './user-failure';
