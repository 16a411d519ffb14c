/** Files that cannot be written are named as they were given. */
import { save, savez } from '@heddle/gpuarray';
import { existsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onDevices } from '../support/on-devices';

onDevices('a path that cannot be written', (test) => {
  it('is named as it was given, and no other file', async () => {
    const a = test.ga.ones(2);
    const path = join(tmpdir(), 'heddle-no-such-folder', 'x.npy');
    const refused = expect.objectContaining({
      code: 'ARGUMENT',
      message: `${path} cannot be written: its folder does not exist`,
    }) as Error;
    await expect(save(path, a)).rejects.toEqual(refused);
    await expect(save(pathToFileURL(path), a)).rejects.toEqual(refused);
    await expect(savez(path, { a })).rejects.toEqual(refused);
    // A folder is there already: it fails when the file is moved into place.
    await expect(save(tmpdir(), a)).rejects.toEqual(
      expect.objectContaining({ message: expect.not.stringContaining('.part') as string }) as Error,
    );
  });

  it('may be a URL, of a file', async () => {
    const a = test.ga.ones(2);
    for (const url of ['https://example.org/x.npy', 'file:///tmp/a%2Fb.npy']) {
      await expect(save(new URL(url), a)).rejects.toMatchObject({ code: 'ARGUMENT', parameter: 'path' });
    }
  });

  const onLinux = existsSync('/dev/full') && statSync('/dev/full').isCharacterDevice() ? it : it.skip;
  onLinux('may lie on a full disk', async () => {
    const refused = expect.objectContaining({ code: 'RESOURCE', resource: 'disk space', status: 'ENOSPC' }) as Error;
    await expect(save('/dev/full', test.ga.ones(2))).rejects.toEqual(refused);
    await expect(savez('/dev/full', { a: test.ga.ones(2) })).rejects.toEqual(refused);
  });
});
