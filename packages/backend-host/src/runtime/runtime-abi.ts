/**
 * The runtime's C interface (runtime/heddle_host.h) as koffi calls it. Handles and addresses are numbers here: user
 * space ends far below 2^53, and koffi passes numbers at half the cost of BigInts.
 */
import koffi from 'koffi';

/** Version of the interface that this code was written for. */
export const abiVersion = 3;

/** Statuses by number, as in heddle_host.h. */
export const statusNames = [
  'OK',
  'ARGUMENT',
  'OUT_OF_MEMORY',
  'RESOURCE',
  'NOT_FOUND',
  'CORRUPT',
  'UNSUPPORTED',
  'DEVICE_LOST',
  'TIMEOUT',
  'NOT_READY',
] as const;

export type StatusName = (typeof statusNames)[number];

// One line per function: result, name, parameters. `u64` is a handle or an address.
const declarations = {
  abiVersion: 'uint32_t heddle_host_abi_version()',
  lastError: 'const char* heddle_host_last_error()',
  properties: 'int32_t heddle_host_properties(void* out)',
  memoryInfo: 'int32_t heddle_host_memory_info(void* free_bytes, void* total_bytes)',
  printTo: 'int32_t heddle_host_print_to(int32_t file_descriptor)',
  deviceOpen: 'int32_t heddle_host_device_open(void* out)',
  deviceClose: 'int32_t heddle_host_device_close(uint64_t device)',
  deviceCounters: 'int32_t heddle_host_device_counters(uint64_t device, void* out)',
  deviceNotify: 'int32_t heddle_host_device_notify(uint64_t device, void* notify)',
  deviceFault: 'int32_t heddle_host_device_fault(uint64_t device, void* out)',
  allocate: 'int32_t heddle_host_allocate(uint64_t device, uint64_t bytes, void* out)',
  free: 'int32_t heddle_host_free(uint64_t device, uint64_t address)',
  streamCreate: 'int32_t heddle_host_stream_create(uint64_t device, int32_t priority, void* out)',
  streamDestroy: 'int32_t heddle_host_stream_destroy(uint64_t stream)',
  streamWords: 'uint64_t heddle_host_stream_words(uint64_t stream)',
  streamWait: 'int32_t heddle_host_stream_wait(uint64_t stream, uint64_t ticket, double timeout_milliseconds)',
  streamWatch: 'int32_t heddle_host_stream_watch(uint64_t stream, uint64_t ticket, uint32_t cookie)',
  streamCallback: 'int32_t heddle_host_stream_callback(uint64_t stream, uint32_t cookie)',
  streamTakeFault: 'int32_t heddle_host_stream_take_fault(uint64_t stream, uint64_t ticket, void* out)',
  copyIn:
    'int32_t heddle_host_copy(uint64_t stream, uint64_t destination, const void* source, uint64_t bytes, uint32_t flags)',
  copyOut:
    'int32_t heddle_host_copy(uint64_t stream, void* destination, uint64_t source, uint64_t bytes, uint32_t flags)',
  copy: 'int32_t heddle_host_copy(uint64_t stream, uint64_t destination, uint64_t source, uint64_t bytes, uint32_t flags)',
  copyRectangle: 'int32_t heddle_host_copy_rectangle(uint64_t stream, const void* rectangle)',
  fill: 'int32_t heddle_host_fill(uint64_t stream, uint64_t destination, uint64_t bytes, const void* pattern, uint32_t pattern_bytes)',
  eventCreate: 'int32_t heddle_host_event_create(uint64_t device, void* out)',
  eventDestroy: 'int32_t heddle_host_event_destroy(uint64_t event)',
  eventRecord: 'int32_t heddle_host_event_record(uint64_t stream, uint64_t event)',
  streamWaitEvent: 'int32_t heddle_host_stream_wait_event(uint64_t stream, uint64_t event)',
  eventReached: 'int32_t heddle_host_event_reached(uint64_t event)',
  eventWatch: 'int32_t heddle_host_event_watch(uint64_t event, uint32_t cookie)',
  eventElapsed: 'int32_t heddle_host_event_elapsed(uint64_t start, uint64_t end, void* milliseconds)',
  moduleLoad: 'int32_t heddle_host_module_load(uint64_t device, const void* bytes, uint64_t size, void* out)',
  moduleUnload: 'int32_t heddle_host_module_unload(uint64_t module)',
  moduleKernelCount: 'uint32_t heddle_host_module_kernel_count(uint64_t module)',
  moduleKernel: 'int32_t heddle_host_module_kernel(uint64_t module, uint32_t index, void* out)',
  moduleKernelNamed: 'int32_t heddle_host_module_kernel_named(uint64_t module, const char* name, void* out)',
  moduleGlobalCount: 'uint32_t heddle_host_module_global_count(uint64_t module)',
  moduleGlobalName: 'const char* heddle_host_module_global_name(uint64_t module, uint32_t index)',
  moduleGlobal: 'int32_t heddle_host_module_global(uint64_t module, const char* name, void* address, void* bytes)',
  moduleFunction: 'int32_t heddle_host_module_function(uint64_t module, const char* symbol, void* address)',
  kernelAttributes: 'int32_t heddle_host_kernel_attributes(uint64_t kernel, void* out)',
  kernelArgument: 'int32_t heddle_host_kernel_argument(uint64_t kernel, uint32_t index, void* out)',
  kernelResidentBlocks:
    'int32_t heddle_host_kernel_resident_blocks(uint64_t kernel, uint32_t threads_per_block, uint32_t shared_bytes, void* out)',
  launch: 'int32_t heddle_host_launch(uint64_t record)',
  time: 'int32_t heddle_host_time(uint64_t record, uint32_t count, void* nanoseconds)',
  call: 'int32_t heddle_host_call(const void* record)',
  programStart:
    'int32_t heddle_host_program_start(const void* words, uint32_t arguments, uint32_t variables, const char* folder, uint32_t has_input, void* out)',
  programEnded: 'int32_t heddle_host_program_ended(int32_t process, void* code, void* signal)',
  measureSwitch: 'double heddle_host_measure_switch(uint32_t switches)',
} as const;

type FunctionName = keyof typeof declarations;
type Argument = number | bigint | string | ArrayBufferView | null;

/** Functions whose result is a status. */
type StatusFunction = Exclude<
  FunctionName,
  | 'abiVersion'
  | 'lastError'
  | 'streamWords'
  | 'eventReached'
  | 'moduleKernelCount'
  | 'moduleGlobalCount'
  | 'moduleGlobalName'
  | 'measureSwitch'
>;

/** The runtime's functions. Those that return a status return it as a number; {@link checkStatus} reads it. */
export type RuntimeFunctions = Readonly<Record<StatusFunction, (...args: Argument[]) => number>> & {
  abiVersion(): number;
  lastError(): string;
  streamWords(stream: number): number | bigint;
  eventReached(event: number): number;
  moduleKernelCount(module: number): number;
  moduleGlobalCount(module: number): number;
  moduleGlobalName(module: number, index: number): string | null;
  measureSwitch(switches: number): number;
};

/** Binds all functions of a runtime library. */
export function bindRuntime(path: string): RuntimeFunctions {
  const library = koffi.load(path);
  const bound: Record<string, unknown> = {};
  for (const [name, declaration] of Object.entries(declarations)) bound[name] = library.func(declaration);
  return bound as unknown as RuntimeFunctions;
}
