/** Where a file is saved: at the target of a link, with the permissions that it has, into pipes. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { chmod, lstat, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load, save } from '@heddle/gpuarray';
import { oneTestBackend, onDevices } from '../support/on-devices';

const onPosix = process.platform === 'win32' ? it.skip : it;

onDevices(
  'a file that is saved',
  (test) => {
    const folder = mkdtempSync(join(tmpdir(), 'heddle-files-'));
    afterAll(() => {
      rmSync(folder, { recursive: true });
    });

    onPosix('goes where a link leads, and the link stays one', async () => {
      const { device, ga } = test;
      const [target, link] = [join(folder, 'third.npy'), join(folder, 'latest.npy')];
      await save(target, ga.ones(2));
      await symlink('third.npy', link);
      await save(link, ga.array(Float32Array.of(5, 6, 7)));
      expect((await lstat(link)).isSymbolicLink()).toBe(true);
      using again = await load(device, target);
      expect(await again.toArray()).toEqual([5, 6, 7]);
    });

    onPosix('goes where a link leads to nothing yet', async () => {
      const { device, ga } = test;
      const [link, target] = [join(folder, 'broken.npy'), join(folder, 'nothing.npy')];
      await symlink('nothing.npy', link);
      await save(link, ga.ones(2));
      expect((await lstat(link)).isSymbolicLink()).toBe(true);
      using again = await load(device, target);
      expect(await again.toArray()).toEqual([1, 1]);
    });

    onPosix('keeps its permissions, and a new one has the usual', async () => {
      const [secret, usual, fresh] = ['secret', 'usual', 'fresh'].map((name) => join(folder, `${name}.npy`)) as [
        string,
        string,
        string,
      ];
      await writeFile(secret, '');
      await chmod(secret, 0o640);
      await save(secret, test.ga.ones(2));
      expect((await stat(secret)).mode & 0o777).toBe(0o640);
      await writeFile(usual, '');
      await save(fresh, test.ga.ones(2));
      expect((await stat(fresh)).mode).toBe((await stat(usual)).mode);
    });

    onPosix('runs through a pipe, beside which nothing is made', async () => {
      const { device, ga } = test;
      const pipe = join(folder, 'pipe');
      execFileSync('mkfifo', [pipe]);
      const received = readFile(pipe);
      await save(pipe, ga.array(Float32Array.of(1, 2)));
      using again = await load(device, await received);
      expect(await again.toArray()).toEqual([1, 2]);
      expect((await stat(pipe)).isFIFO()).toBe(true);
      expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
    });
  },
  oneTestBackend,
);
