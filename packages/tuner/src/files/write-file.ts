/** Writes files so that a reader sees the old contents or the new, whole, whenever the writer is killed. */
import { closeSync, fdatasyncSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { HeddleError } from '@heddle/core';

/**
 * Writes a file beside the old one, brings it to the disk, and renames it into place.
 *
 * @throws HeddleError `RESOURCE` where the disk is full, `ARGUMENT` for a place that cannot be written; the old file is
 * untouched
 */
export function writeFileWhole(path: string, contents: string | Uint8Array): void {
  const temporary = `${resolve(path)}.${process.pid}.tmp`;
  try {
    const file = openSync(temporary, 'w');
    try {
      writeAll(file, typeof contents === 'string' ? Buffer.from(contents) : contents);
      fdatasyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
    syncFolder(dirname(resolve(path)));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw writeFailure(path, error);
  }
}

/** Writes all bytes at the end of a file: one call may take only a part of them. */
export function writeAll(file: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.byteLength) written += writeSync(file, bytes, written);
}

/** The error for a file that could not be written. */
export function writeFailure(path: string, cause: unknown): HeddleError {
  const { code, message } = cause as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') {
    return new HeddleError('RESOURCE', `${path}: the disk is full`, {
      resource: 'disk space',
      status: code,
      hint: 'Everything up to now is in the file. Free some space and run again: it goes on from there.',
      cause,
    });
  }
  return new HeddleError('ARGUMENT', `${path} cannot be written: ${message}`, {
    parameter: 'cache',
    ...(code === undefined ? {} : { status: code }),
    cause,
  });
}

/** A file's name is on the disk only when its folder is. Windows opens no folders and needs no such call. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
