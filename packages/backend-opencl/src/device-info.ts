/** Everything an open device tells of itself: its properties, its versions, its extensions. */
import type { DeviceProperties } from '@heddle/core';
import { constants, integerOf, numberOf, readInfo, textOf, wordsOf } from './api';
import type { FoundDevice } from './discover';

/** Facts for the backend itself, besides the properties that users see. */
export interface DeviceFacts {
  readonly properties: DeviceProperties;
  /** The name of its platform: `Portable Computing Language`. */
  readonly platform: string;
  /** Version of OpenCL that the device speaks, as a number: 1.2, 2, 2.1, 3. */
  readonly version: number;
  readonly extensions: ReadonlySet<string>;
  /** Optional features of OpenCL C 3.0 by their macros: `__opencl_c_fp64`. */
  readonly languageFeatures: ReadonlySet<string>;
  /** Bits of CL_DEVICE_SVM_CAPABILITIES. */
  readonly sharedVirtualMemory: number;
  readonly hasImages: boolean;
  readonly hasCompiler: boolean;
  readonly hasLinker: boolean;
  readonly outOfOrder: boolean;
  /** Intermediate languages it takes: `SPIR-V_1.0`. */
  readonly intermediateLanguages: readonly string[];
  /** Bytes that an SVM allocation or a sub-buffer is aligned to. */
  readonly bufferAlignment: number;
  /**
   * True if machine code is made at a kernel's first launch for its block size, and a finished binary would be made
   * just to be stored: compiled objects are then what is stored, and linking them takes next to no time.
   */
  readonly makesCodeLate: boolean;
  /**
   * True if the compiler assumes the newest language version when no option names one, instead of 1.2 as the standard
   * says. The newest declares more functions, which are parsed for every program.
   */
  readonly assumesNewestLanguage: boolean;
  /** True if quotients and square roots of float are correctly rounded when an option asks for it. */
  readonly roundsCorrectlyIfAsked: boolean;
  /**
   * True if the compiler keeps its log of a source, and returns it again for a source with the same preprocessed text.
   */
  readonly keepsLogsByCode: boolean;
  /**
   * True if the driver keeps what it builds on disk, by the source's text, and without what its compiler said: a
   * build that it finds there has a blank log. It keeps nothing that is only compiled.
   */
  readonly forgetsLogsOfBuilds: boolean;
  /** Bytes of local memory that the driver reports for a kernel and that are not its own. */
  readonly reservedLocalBytes: number;
  /** Everything that decides what its compiler puts out: platform, driver, device and language versions. */
  readonly fingerprint: string;
}

/** Launches count their blocks in 32 bits, and portable kernels theirs too. */
const gridLimit = 2 ** 31 - 1;

/** Asks a device for everything. */
export function readDevice(device: FoundDevice): DeviceFacts {
  const answers = new DeviceAnswers(device);
  const { text, number, extensions, version } = answers;
  const languageFeatures = answers.featureNames();
  const isPocl = device.platform.name === 'Portable Computing Language';
  const base = Math.max(1, (number('CL_DEVICE_MEM_BASE_ADDR_ALIGN') ?? 8) / 8);
  return {
    properties: propertiesOf(device, answers, base),
    platform: device.platform.name,
    version,
    extensions,
    languageFeatures,
    sharedVirtualMemory: version >= 2 ? (number('CL_DEVICE_SVM_CAPABILITIES') ?? 0) : 0,
    hasImages: number('CL_DEVICE_IMAGE_SUPPORT') === 1,
    hasCompiler: number('CL_DEVICE_COMPILER_AVAILABLE') === 1,
    hasLinker: version >= 1.2 && number('CL_DEVICE_LINKER_AVAILABLE') === 1,
    outOfOrder:
      ((number('CL_DEVICE_QUEUE_ON_HOST_PROPERTIES') ?? 0) & constants.CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) !== 0,
    intermediateLanguages: text('CL_DEVICE_IL_VERSION').split(/\s+/).filter(Boolean),
    bufferAlignment: base,
    makesCodeLate: isPocl && version >= 1.2,
    assumesNewestLanguage: isPocl && version >= 3,
    roundsCorrectlyIfAsked:
      ((number('CL_DEVICE_SINGLE_FP_CONFIG') ?? 0) & constants.CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) !== 0,
    keepsLogsByCode: isPocl,
    forgetsLogsOfBuilds: device.platform.name === 'NVIDIA CUDA',
    reservedLocalBytes: answers.reservedLocalBytes,
    fingerprint: [
      device.platform.name,
      device.platform.version,
      text('CL_DRIVER_VERSION'),
      device.name,
      text('CL_DEVICE_VERSION'),
      text('CL_DEVICE_OPENCL_C_VERSION'),
      text('CL_DEVICE_EXTENSIONS'),
    ].join('\n'),
  };
}

type Question = keyof typeof constants;

/** Extensions that bring questions, by the end of the questions' names. */
const vendors: readonly (readonly [suffix: string, extension: string])[] = [
  ['_UUID_KHR', 'cl_khr_device_uuid'],
  ['_HALF_FP_CONFIG', 'cl_khr_fp16'],
  ['_NV', 'cl_nv_device_attribute_query'],
  ['_AMD', 'cl_amd_device_attribute_query'],
  ['_INTEL', 'cl_intel_required_subgroup_size'],
];

/** The OpenCL versions that introduced queries, if later than 1.2. */
const questionVersions: Partial<Record<Question, number>> = {
  CL_DEVICE_SVM_CAPABILITIES: 2,
  CL_DEVICE_IL_VERSION: 2.1,
  CL_DEVICE_MAX_NUM_SUB_GROUPS: 2.1,
  CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT: 3,
  CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES: 3,
  CL_DEVICE_OPENCL_C_FEATURES: 3,
};

/** Extensions by which devices of earlier versions know questions, under the same number. */
const questionExtensions: Partial<Record<Question, string>> = { CL_DEVICE_IL_VERSION: 'cl_khr_il_program' };

class DeviceAnswers {
  readonly extensions: ReadonlySet<string>;
  readonly version: number;

  constructor(private readonly device: FoundDevice) {
    const { calls } = device.platform.library;
    const text = (question: number): string =>
      textOf(readInfo((...rest) => calls.clGetDeviceInfo(device.handle, question, ...rest)));
    this.extensions = new Set(text(constants.CL_DEVICE_EXTENSIONS).split(/\s+/).filter(Boolean));
    this.version = versionNumber(text(constants.CL_DEVICE_VERSION));
  }

  // A question that a device does not know is an error to it, and some tools (Oclgrind) report such errors.
  readonly bytes = (question: Question): Uint8Array | undefined => {
    const owner = vendors.find(([suffix]) => question.endsWith(suffix))?.[1];
    if (owner !== undefined && !this.extensions.has(owner)) return undefined;
    const since = questionVersions[question] ?? 0;
    if (this.version < since && !this.extensions.has(questionExtensions[question] ?? '')) return undefined;
    const { calls } = this.device.platform.library;
    return readInfo((...rest) => calls.clGetDeviceInfo(this.device.handle, constants[question], ...rest));
  };

  readonly text = (question: Question): string => textOf(this.bytes(question));

  /**
   * Bytes of local memory that every kernel needs beyond its own. NVIDIA's driver (580) reports one for a kernel that
   * has none, and refuses a launch with all that the device reports.
   */
  get reservedLocalBytes(): number {
    return this.extensions.has('cl_nv_device_attribute_query') ? 1 : 0;
  }

  readonly number = (question: Question): number | undefined => numberOf(this.bytes(question));

  /** Names in a list of `cl_name_version`: a number of 4 bytes, then 64 of name. */
  featureNames(): ReadonlySet<string> {
    const bytes = this.bytes('CL_DEVICE_OPENCL_C_FEATURES') ?? new Uint8Array();
    const names = new Set<string>();
    for (let start = 0; start + 68 <= bytes.byteLength; start += 68)
      names.add(textOf(bytes.slice(start + 4, start + 68)));
    return names;
  }
}

/** `OpenCL 2.1 vendor's words` -> 2.1 */
export function versionNumber(text: string): number {
  return Number(/^OpenCL (\d+\.\d+)/.exec(text)?.[1] ?? 1);
}

function propertiesOf(device: FoundDevice, answers: DeviceAnswers, offsetAlignment: number): DeviceProperties {
  const { bytes, text, number } = answers;
  const localBytes = usableLocalBytes(number('CL_DEVICE_LOCAL_MEM_SIZE') ?? 0, answers.reservedLocalBytes);
  const threads = number('CL_DEVICE_MAX_WORK_GROUP_SIZE') ?? 1;
  const [x = BigInt(threads), y = x, z = y] = wordsOf(bytes('CL_DEVICE_MAX_WORK_ITEM_SIZES'));
  const clock = number('CL_DEVICE_MAX_CLOCK_FREQUENCY');
  const cacheBytes = number('CL_DEVICE_GLOBAL_MEM_CACHE_SIZE');
  const uuid = bytes('CL_DEVICE_UUID_KHR');
  return {
    name: device.name,
    vendor: text('CL_DEVICE_VENDOR'),
    type: device.type,
    driverVersion: text('CL_DRIVER_VERSION'),
    architecture: `${text('CL_DEVICE_OPENCL_C_VERSION')} on ${device.name}`,
    totalBytes: device.totalBytes,
    warpSize: warpSize(device, bytes),
    multiprocessors: number('CL_DEVICE_MAX_COMPUTE_UNITS') ?? 1,
    ...(clock === undefined ? {} : { clockKilohertz: clock * 1000 }),
    ...(cacheBytes === undefined || cacheBytes === 0 ? {} : { cacheBytes }),
    ...(uuid === undefined ? {} : { uuid: uuidText(uuid) }),
    offsetAlignment,
    limits: {
      grid: [gridLimit, gridLimit, gridLimit],
      block: [Number(x), Number(y), Number(z)],
      threadsPerBlock: threads,
      sharedBytes: localBytes,
      sharedBytesOptIn: localBytes,
      allocationBytes: number('CL_DEVICE_MAX_MEM_ALLOC_SIZE') ?? device.totalBytes,
      argumentBytes: number('CL_DEVICE_MAX_PARAMETER_SIZE') ?? 1024,
    },
    vendorAttributes: vendorAttributes(device, answers),
  };
}

// Whole words: a byte less than a multiple of four is as much as the word below it.
function usableLocalBytes(byteLength: number, reserved: number): number {
  return reserved === 0 ? byteLength : (byteLength - reserved) & ~3;
}

// OpenCL itself has no warps; the vendors' extensions tell. On a processor each thread steps alone.
function warpSize(device: FoundDevice, bytes: DeviceAnswers['bytes']): number {
  if (device.type === 'cpu') return 1;
  for (const question of ['CL_DEVICE_WARP_SIZE_NV', 'CL_DEVICE_WAVEFRONT_WIDTH_AMD'] as const) {
    const width = numberOf(bytes(question));
    if (width !== undefined && width > 0) return width;
  }
  return Math.max(1, ...wordsOf(bytes('CL_DEVICE_SUB_GROUP_SIZES_INTEL')).map(Number));
}

function uuidText(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const textQuestions = [
  'CL_DEVICE_VERSION',
  'CL_DEVICE_OPENCL_C_VERSION',
  'CL_DEVICE_PROFILE',
  'CL_DEVICE_EXTENSIONS',
  'CL_DEVICE_BUILT_IN_KERNELS',
  'CL_DEVICE_IL_VERSION',
] as const;

const numberQuestions = [
  'CL_DEVICE_VENDOR_ID',
  'CL_DEVICE_ADDRESS_BITS',
  'CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS',
  'CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR',
  'CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT',
  'CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT',
  'CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG',
  'CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT',
  'CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE',
  'CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF',
  'CL_DEVICE_GLOBAL_MEM_CACHE_TYPE',
  'CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE',
  'CL_DEVICE_LOCAL_MEM_TYPE',
  'CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE',
  'CL_DEVICE_MAX_CONSTANT_ARGS',
  'CL_DEVICE_MEM_BASE_ADDR_ALIGN',
  'CL_DEVICE_SINGLE_FP_CONFIG',
  'CL_DEVICE_DOUBLE_FP_CONFIG',
  'CL_DEVICE_HALF_FP_CONFIG',
  'CL_DEVICE_ERROR_CORRECTION_SUPPORT',
  'CL_DEVICE_HOST_UNIFIED_MEMORY',
  'CL_DEVICE_PROFILING_TIMER_RESOLUTION',
  'CL_DEVICE_QUEUE_ON_HOST_PROPERTIES',
  'CL_DEVICE_SVM_CAPABILITIES',
  'CL_DEVICE_MAX_NUM_SUB_GROUPS',
  'CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT',
  'CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES',
  'CL_DEVICE_IMAGE_SUPPORT',
  'CL_DEVICE_IMAGE2D_MAX_WIDTH',
  'CL_DEVICE_IMAGE2D_MAX_HEIGHT',
  'CL_DEVICE_IMAGE3D_MAX_WIDTH',
  'CL_DEVICE_IMAGE3D_MAX_HEIGHT',
  'CL_DEVICE_IMAGE3D_MAX_DEPTH',
  'CL_DEVICE_IMAGE_MAX_ARRAY_SIZE',
  'CL_DEVICE_MAX_SAMPLERS',
  'CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV',
  'CL_DEVICE_COMPUTE_CAPABILITY_MINOR_NV',
  'CL_DEVICE_REGISTERS_PER_BLOCK_NV',
] as const;

function vendorAttributes(
  device: FoundDevice,
  { bytes, text }: DeviceAnswers,
): Record<string, string | number | boolean> {
  const attributes: Record<string, string | number | boolean> = {
    CL_PLATFORM_NAME: device.platform.name,
    CL_PLATFORM_VENDOR: device.platform.vendor,
    CL_PLATFORM_VERSION: device.platform.version,
  };
  for (const question of textQuestions) {
    const value = text(question);
    if (value !== '') attributes[question] = value;
  }
  for (const question of numberQuestions) {
    const value = integerOf(bytes(question));
    if (value !== undefined) attributes[question] = Number(value);
  }
  return attributes;
}
