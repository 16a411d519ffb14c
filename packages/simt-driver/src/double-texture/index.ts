/** Textures of doubles: no texture unit reads them, so each travels as two 32-bit integers. */
export { createDoubleTexture, type DoubleTextureOptions } from './create-double-texture';
export { doubleTextureHeader } from './double-texture-header';
