/** Translates an OpenCL status into an error for Heddle's users. */
import { HeddleError, type ErrorCode } from '@heddle/core';
import type { ErrorDetails } from '@heddle/core/backend';
import { statusName } from './api/status-names';

/**
 * When a status came up. The same one tells different things: CL_OUT_OF_RESOURCES on a launch is a kernel that needs
 * too much, on waiting it is a kernel that faulted.
 */
export type Moment = 'creation' | 'transfer' | 'launch' | 'completion';

const codes: Readonly<Record<string, ErrorCode>> = {
  CL_DEVICE_NOT_FOUND: 'UNAVAILABLE',
  CL_PLATFORM_NOT_FOUND_KHR: 'UNAVAILABLE',
  CL_COMPILER_NOT_AVAILABLE: 'UNSUPPORTED',
  CL_LINKER_NOT_AVAILABLE: 'UNSUPPORTED',
  CL_IMAGE_FORMAT_NOT_SUPPORTED: 'UNSUPPORTED',
  CL_INVALID_OPERATION: 'UNSUPPORTED',
  CL_INVALID_QUEUE_PROPERTIES: 'UNSUPPORTED',
  CL_MEM_OBJECT_ALLOCATION_FAILURE: 'OUT_OF_MEMORY',
  CL_OUT_OF_HOST_MEMORY: 'OUT_OF_MEMORY',
  CL_INVALID_BUFFER_SIZE: 'OUT_OF_MEMORY',
  CL_OUT_OF_RESOURCES: 'RESOURCE',
  CL_MAP_FAILURE: 'RESOURCE',
  CL_INVALID_WORK_GROUP_SIZE: 'RESOURCE',
  CL_INVALID_WORK_ITEM_SIZE: 'RESOURCE',
  CL_INVALID_IMAGE_SIZE: 'RESOURCE',
  CL_MAX_SIZE_RESTRICTION_EXCEEDED: 'RESOURCE',
  CL_BUILD_PROGRAM_FAILURE: 'COMPILE',
  CL_COMPILE_PROGRAM_FAILURE: 'COMPILE',
  CL_LINK_PROGRAM_FAILURE: 'COMPILE',
  CL_INVALID_BUILD_OPTIONS: 'COMPILE',
  CL_INVALID_COMPILER_OPTIONS: 'COMPILE',
  CL_INVALID_LINKER_OPTIONS: 'COMPILE',
  CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST: 'ABORTED',
  // The handles are this backend's own and live; when the driver does not know them any more, the device is gone.
  CL_DEVICE_NOT_AVAILABLE: 'DEVICE_LOST',
  CL_INVALID_CONTEXT: 'DEVICE_LOST',
  CL_INVALID_COMMAND_QUEUE: 'DEVICE_LOST',
  CL_CONTEXT_TERMINATED_KHR: 'DEVICE_LOST',
  NVIDIA_ILLEGAL_ADDRESS: 'DEVICE_LOST',
};

const explanations: Readonly<Record<string, string>> = {
  CL_DEVICE_NOT_AVAILABLE: 'the device is not available any more',
  CL_INVALID_CONTEXT: 'the driver does not know the context any more',
  CL_INVALID_COMMAND_QUEUE: 'the driver does not know the queue any more',
  CL_MEM_OBJECT_ALLOCATION_FAILURE: 'the device has no memory left for it',
  CL_OUT_OF_RESOURCES: 'the device has not enough resources for it',
  CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST: 'a command it waited for ended in an error',
  CL_INVALID_KERNEL_ARGS: 'an argument of the kernel has not been set',
  CL_INVALID_WORK_GROUP_SIZE:
    'the block is larger than the device can run this kernel with, or not the one it requires',
  CL_INVALID_BINARY: 'the binary is damaged, or was not made for this device',
  CL_INVALID_KERNEL_NAME: 'the program has no such kernel',
};

/** The error that a status of a call stands for. */
export function openClError(call: string, status: number, moment: Moment, details: ErrorDetails = {}): HeddleError {
  const name = statusName(status);
  const code = codeOf(name, moment);
  const explanation = code === 'DEVICE_LOST' && moment === 'completion' ? faultText(name) : explanations[name];
  return new HeddleError(code, `${call} failed with ${name}${explanation === undefined ? '' : `: ${explanation}`}`, {
    backend: 'opencl',
    call,
    status: name,
    ...details,
  });
}

/** True for a status after which the device answers no call any more. */
export function isFault(status: number, moment: Moment): boolean {
  return codeOf(statusName(status), moment) === 'DEVICE_LOST';
}

function codeOf(name: string, moment: Moment): ErrorCode {
  const code = codes[name] ?? 'ARGUMENT';
  if (moment === 'completion') return code === 'ABORTED' ? 'ABORTED' : code === 'OUT_OF_MEMORY' ? code : 'DEVICE_LOST';
  if (moment === 'creation' && name === 'CL_OUT_OF_RESOURCES') return 'OUT_OF_MEMORY';
  return code;
}

function faultText(name: string): string {
  return explanations[name] !== undefined && name !== 'CL_OUT_OF_RESOURCES'
    ? explanations[name]
    : 'a kernel faulted (it read or wrote outside of its memory, most likely), and the device cannot be used any more';
}
