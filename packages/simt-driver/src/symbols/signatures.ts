/**
 * The driver functions that CUDA and HIP share, under names of our own, with what they take.
 *
 * A vendor's table says which symbol stands behind each name. Parameters are letters, in order:
 *
 * | letter | C type |
 * |---|---|
 * | `i` | int, or an enumeration |
 * | `u` | unsigned int |
 * | `c`, `w` | unsigned char, unsigned short |
 * | `z` | size_t |
 * | `q` | unsigned long long |
 * | `h` | a handle or a device address, passed by value |
 * | `p` | a pointer to memory of the host: a typed array, an ArrayBuffer, an address or null |
 * | `s` | a NUL-terminated string that is read during the call |
 * | `b` | a struct of 64 bytes, passed by value |
 *
 * Every function returns a status, 0 for success.
 */
export const signatures = {
  // The library and its devices.
  initialize: 'u',
  driverVersion: 'p',
  errorName: 'i p',
  errorText: 'i p',
  deviceCount: 'p',
  deviceGet: 'p i',
  deviceName: 'p i i',
  deviceUuid: 'p i',
  deviceTotalMemory: 'p i',
  deviceAttribute: 'p i i',
  deviceProperties: 'p i',
  devicePciBusId: 'p i i',
  canAccessPeer: 'p i i',

  // Contexts.
  primaryContextRetain: 'p i',
  primaryContextRelease: 'i',
  primaryContextReset: 'i',
  contextCreate: 'p u i',
  contextDestroy: 'h',
  contextSetCurrent: 'h',
  contextGetCurrent: 'p',
  contextSynchronize: '',
  streamPriorityRange: 'p p',
  enablePeerAccess: 'h u',

  // Memory.
  memoryInfo: 'p p',
  memoryAllocate: 'p z',
  memoryAllocatePitched: 'p p z z u',
  memoryFree: 'h',
  memoryAllocateAsync: 'p z h',
  memoryFreeAsync: 'h h',
  hostAllocate: 'p z u',
  hostFree: 'h',
  hostDevicePointer: 'p h u',
  hostRegister: 'h z u',
  hostUnregister: 'h',
  managedAllocate: 'p z u',
  managedPrefetch: 'h z i h',
  managedAdvise: 'h z i i',
  shareMemory: 'p h',
  openShared: 'p b u',
  closeShared: 'h',

  // Copies and fills, in stream order.
  copyAsync: 'h h z h',
  copyHostToDeviceAsync: 'h p z h',
  copyDeviceToHostAsync: 'p h z h',
  copyPeerAsync: 'h h h h z h',
  copyVolumeAsync: 'p h',
  fill8Async: 'h c z h',
  fill16Async: 'h w z h',
  fill32Async: 'h u z h',

  // Streams and events.
  streamCreate: 'p u i',
  streamDestroy: 'h',
  streamQuery: 'h',
  streamSynchronize: 'h',
  streamWaitEvent: 'h h u',
  streamWaitValue: 'h h u u',
  streamWriteValue: 'h h u u',
  streamBeginCapture: 'h i',
  streamEndCapture: 'h p',
  eventCreate: 'p u',
  eventDestroy: 'h',
  eventRecord: 'h h',
  eventQuery: 'h',
  eventSynchronize: 'h',
  eventElapsedTime: 'p h h',

  // Modules and what is in them.
  moduleLoad: 'p p u p p',
  moduleUnload: 'h',
  moduleFunction: 'p h s',
  moduleGlobal: 'p p h s',
  moduleFunctionCount: 'p h',
  moduleFunctions: 'p u h',
  functionName: 'p h',
  functionAttribute: 'p i h',
  functionSetAttribute: 'h i i',
  functionParameter: 'h z p p',
  occupancy: 'p h i z',
  linkCreate: 'u p p p',
  linkAdd: 'h i p z s u p p',
  linkComplete: 'h p p',
  linkDestroy: 'h',

  // Launches. Addresses are handles here: they are prepared once and passed as numbers.
  launch: 'h u u u u u u u h h h',
  launchCooperative: 'h u u u u u u u h h',
  launchConfigured: 'h h h h',

  // Graphs.
  graphInstantiate: 'p h q',
  graphLaunch: 'h h',
  graphUpdate: 'h h p',
  graphExecutableDestroy: 'h',
  graphDestroy: 'h',

  // Arrays, textures, surfaces.
  arrayCreate: 'p p',
  arrayDestroy: 'h',
  textureCreate: 'p p p p',
  textureDestroy: 'h',
  surfaceCreate: 'p p',
  surfaceDestroy: 'h',
} as const;

/** A driver function by our name. */
export type FunctionName = keyof typeof signatures;

/** Memory of the host as a foreign function takes it. */
export type HostPointer = ArrayBufferView | ArrayBuffer | bigint | number | null;

interface ParameterTypes {
  readonly i: number;
  readonly u: number;
  readonly c: number;
  readonly w: number;
  readonly z: number | bigint;
  readonly q: number | bigint;
  readonly h: number | bigint;
  readonly p: HostPointer;
  readonly s: string;
  readonly b: { readonly bytes: Uint8Array };
}

type Letters<Text extends string> = Text extends ''
  ? []
  : Text extends `${infer First} ${infer Rest}`
    ? [First, ...Letters<Rest>]
    : [Text];

type Typed<List extends readonly unknown[]> = {
  [Index in keyof List]: List[Index] extends keyof ParameterTypes ? ParameterTypes[List[Index]] : never;
};

/** What a driver function takes. */
export type ArgumentsOf<Name extends FunctionName> = Typed<Letters<(typeof signatures)[Name]>>;

/**
 * The C type that stands behind a letter, as the foreign-function library spells it. `h` is a handle or the address of
 * a function; the library does not know the type `block`, see `library/foreign-function`.
 */
export const foreignTypes: Readonly<Record<string, string>> = {
  p: 'void *',
  s: 'str',
  h: 'uint64_t',
  z: 'size_t',
  q: 'uint64_t',
  l: 'int64_t',
  i: 'int',
  u: 'uint32_t',
  w: 'uint16_t',
  c: 'uint8_t',
  f: 'float',
  d: 'double',
  b: 'block',
};

/** The foreign types of parameters. @param letters - separated by spaces; one that is not known is a pointer */
export function foreignTypesOf(letters: string): string[] {
  return letters === '' ? [] : letters.split(' ').map((letter) => foreignTypes[letter] ?? 'void *');
}
