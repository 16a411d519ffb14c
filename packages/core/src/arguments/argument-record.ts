/** The bytes that a driver reads a launch's arguments from, seen as every type that is written there. */
export class ArgumentRecord {
  readonly buffer: ArrayBuffer;
  readonly view: DataView;
  readonly uint8: Uint8Array;
  readonly int8: Int8Array;
  readonly uint16: Uint16Array;
  readonly int16: Int16Array;
  readonly uint32: Uint32Array;
  readonly int32: Int32Array;
  readonly float32: Float32Array;
  readonly float64: Float64Array;
  readonly uint64: BigUint64Array;

  /** @param byteLength - a multiple of 8 */
  constructor(byteLength: number) {
    this.buffer = new ArrayBuffer(byteLength);
    this.view = new DataView(this.buffer);
    this.uint8 = new Uint8Array(this.buffer);
    this.int8 = new Int8Array(this.buffer);
    this.uint16 = new Uint16Array(this.buffer);
    this.int16 = new Int16Array(this.buffer);
    this.uint32 = new Uint32Array(this.buffer);
    this.int32 = new Int32Array(this.buffer);
    this.float32 = new Float32Array(this.buffer);
    this.float64 = new Float64Array(this.buffer);
    this.uint64 = new BigUint64Array(this.buffer);
  }
}
