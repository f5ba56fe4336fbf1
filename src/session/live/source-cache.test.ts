import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SourceCache } from './source-cache.ts';

test('what was read stays until a file changes, appears or has just been written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sources-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [file, other] = [join(folder, 'a.yaml'), join(folder, 'b.yaml')];
  const write = async (path: string, text: string, at: number): Promise<void> => {
    await writeFile(path, text);
    await utimes(path, at, at);
  };
  let reads = 0;
  const cache = new SourceCache();
  const read = () =>
    cache.get('key', () => {
      reads += 1;
      return Promise.resolve({
        value: { stored: null, environment: null, globals: [] },
        paths: [file, other],
      });
    });
  await write(file, 'one', 1000);
  await read();
  await read();
  expect(reads).toBe(1);
  await write(file, 'two', 2000);
  await read();
  await write(other, 'new', 1000);
  await read();
  await read();
  expect(reads).toBe(3);
  // It may be written again within the same time stamp.
  await write(file, 'now', Date.now() / 1000 + 60);
  await read();
  await read();
  expect(reads).toBe(5);
});
