import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { missing } from '../test/helpers/need.ts';

const script = fileURLToPath(new URL('smoke.ts', import.meta.url));
const run = (...args: readonly string[]) => promisify(execFile)(process.execPath, [script, ...args]);

test.skipIf(missing('curl'))(
  'the smoke test passes here, with a line a check',
  { tags: ['full'] },
  async () => {
    const { stdout } = await run('--no-system-proxy');
    expect(stdout).toMatch(/^ok {6}the app starts: .*\n(?:ok .*\n){5}ok {6}the app stops\n$/);
  },
);

test('its help says what it leaves alone', async () => {
  expect((await run('--help')).stdout).toMatch(/restores the proxy of the system/);
});
