/** From JavaScript values to the bytes a kernel reads. */
export * from './device-reference';
export { layoutOf, type ArgumentLayout, type ArgumentSlot } from './argument-layout';
export { tooManyArguments, tooManyInSource, type ArgumentLimit } from './argument-limit';
export { createPacker, type Packer, type PackerOptions, type WaitingWork } from './packer';
