import { execFileSync } from 'node:child_process';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { temporaryHome } from '../../test/helpers/home.ts';
import { missing } from '../../test/helpers/need.ts';
import { readRecording } from './recordings.ts';

const home = temporaryHome();
afterAll(() => home.remove());

let files = 0;
function file(content: unknown): string {
  const path = join(home.path, `${(files += 1)}.har`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const validEntry = {
  request: { method: 'GET', url: 'http://a.test/b' },
  response: { status: 200, content: { text: 'x' } },
};

test('reads the exchanges of a file, without invalid entries', async () => {
  const flows = await readRecording(file({ log: { entries: [validEntry, 1, validEntry] } }));
  expect(flows.map(({ url, status, id }) => [url, status, id])).toEqual([
    ['http://a.test/b', 200, 1],
    ['http://a.test/b', 200, 2],
  ]);
  expect(await readRecording(file({ log: { entries: [] } }))).toEqual([]);
});

test.each([
  ['{', /invalid JSON at line 1, column 2/],
  [{}, /not a HAR file: it has no list log\.entries/],
  [{ log: { entries: [{}, 1] } }, /none of its 2 entries can be used; entry 0: it has no request/],
])('rejects an unusable file: %j', async (content, error) => {
  await expect(readRecording(file(content))).rejects.toThrow(error);
});

test('rejects a missing file, a folder, and a file that is too large', { tags: ['full'] }, async () => {
  await expect(readRecording(join(home.path, 'none.har'))).rejects.toThrow('there is no such file');
  await expect(readRecording(home.path)).rejects.toThrow('it is not a file');
  const large = file('{');
  truncateSync(large, 600 * 1024 * 1024);
  await expect(readRecording(large)).rejects.toThrow('it is larger than 524288000 bytes');
});

test.skipIf(missing('mkfifo'))('rejects a pipe without waiting for it', async () => {
  const pipe = join(home.path, 'pipe');
  execFileSync('mkfifo', [pipe]);
  await expect(readRecording(pipe)).rejects.toThrow('it is not a file');
});
