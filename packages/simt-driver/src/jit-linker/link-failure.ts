/** What went wrong when nvJitLink linked nothing. */
import { HeddleError } from '@heddle/core';
import { argumentError } from '@heddle/core/backend';
import type { NvJitLinkFunctionName, NvJitLinkResult } from './nvjitlink-functions';
import type { NvJitLinkLibrary } from './nvjitlink-library';

/** The link that failed. */
export interface FailedLink {
  readonly library: NvJitLinkLibrary;
  readonly architecture: string;
  /** The user's options. */
  readonly options: readonly string[];
}

/**
 * The error for a failed link.
 *
 * @param part - the object that was refused, counted from 1, if it is known
 */
export function linkFailure(
  { library, architecture, options }: FailedLink,
  call: NvJitLinkFunctionName,
  status: NvJitLinkResult,
  log: string,
  part?: number,
): HeddleError {
  const { backend, version } = library;
  const details = { backend, call, status, log };
  const reason = reasonIn(log) || status;
  const which = part === undefined ? 'an object' : `object ${part}`;
  switch (status) {
    case 'NVJITLINK_ERROR_UNRECOGNIZED_OPTION':
    case 'NVJITLINK_ERROR_INCOMPATIBLE_OPTIONS':
      return new HeddleError('COMPILE', `nvJitLink refused an option of: ${options.join(' ')}\n${log}`, details);
    case 'NVJITLINK_ERROR_UNRECOGNIZED_ARCH':
    case 'NVJITLINK_ERROR_UNSUPPORTED_ARCH':
    case 'NVJITLINK_ERROR_MISSING_ARCH':
      return new HeddleError(
        'UNSUPPORTED',
        `nvJitLink ${version.major}.${version.minor} links nothing for ${architecture}: ${reason}`,
        { ...details, hint: 'Install a newer libnvJitLink, or name an architecture that it knows: -arch=sm_90.' },
      );
    case 'NVJITLINK_ERROR_ARCH_MISMATCH':
      return argumentError(`${which} was compiled for a newer architecture than it is linked for`, details);
    case 'NVJITLINK_ERROR_UNRECOGNIZED_INPUT':
    case 'NVJITLINK_ERROR_INCORRECT_INPUT_TYPE':
    case 'NVJITLINK_ERROR_MISSING_FATBIN':
      return new HeddleError('CORRUPT', `${which} cannot be read: ${reason}`, details);
    case 'NVJITLINK_ERROR_OUTDATED_LIBRARY':
      return new HeddleError('UNSUPPORTED', `linking failed: ${reason}`, { ...details, hint: versionHint });
    default:
      return unreadable.test(log)
        ? new HeddleError('CORRUPT', `an object cannot be read: ${reason}`, { ...details, hint: versionHint })
        : new HeddleError('COMPILE', `linking failed: ${reason}`, details);
  }
}

const unreadable = /^part-\d+: parse |IR_VERSION_MISMATCH|bad input|cannot be read/m;

const versionHint =
  'The object was damaged, or made by a compiler that is newer than libnvJitLink or of another major version: ' +
  'name a library of its release in HEDDLE_NVJITLINK_LIBRARY.';

// ptxas fatal   : Unresolved extern function 'f' · part-3: link error: error: … · nvlink error   : … · ERROR 1: …
const reasons = /^(?:ptxas \w+ *: *|part-\d+: (?:link error: |parse )?(?:error: )?|nvlink \w+ *: *|ERROR \w+: *)(.*)$/m;

function reasonIn(log: string): string {
  const lines = log.split('\n').filter((line) => line.trim() !== '');
  return (reasons.exec(log)?.[1] ?? lines[0] ?? '').trim();
}
