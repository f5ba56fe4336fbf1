import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const MIB = 1024 * 1024;

/** Prints the memory for young objects after many objects survived, and after that has shrunk and happened again. */
const PROGRAM = `
  import v8 from 'node:v8';
  import { setImmediate as turn } from 'node:timers/promises';
  import { boundYoungMemory } from '${new URL('./young-memory.ts', import.meta.url).href}';
  import { collector } from '${new URL('./collector.ts', import.meta.url).href}';
  const size = () => v8.getHeapSpaceStatistics().find((each) => each.space_name === 'new_space').space_size;
  async function work() {
    let kept = [];
    for (let at = 0; at < 2_000_000; at += 1) {
      kept.push({ at, list: [at] });
      if (kept.length > 20_000) kept = [];
      if (at % 5000 === 0) await turn();
    }
    return size();
  }
  const isBound = process.argv[1] === 'bound';
  if (isBound) boundYoungMemory();
  const grown = await work();
  collector()({ type: 'major', flavor: 'last-resort' });
  const shrunk = size();
  if (isBound) boundYoungMemory();
  console.log(JSON.stringify({ grown, shrunk, grownAgain: await work() }));
`;

async function sizes(how: 'bound' | 'free'): Promise<Record<'grown' | 'shrunk' | 'grownAgain', number>> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    PROGRAM,
    '--',
    how,
  ]);
  return JSON.parse(stdout) as Record<'grown' | 'shrunk' | 'grownAgain', number>;
}

test('it grows to 8 MiB at most, and once more after it has shrunk', async () => {
  const { grown, shrunk, grownAgain } = await sizes('bound');
  expect(grown).toBeLessThanOrEqual(8.5 * MIB);
  expect(grown).toBeGreaterThan(4 * MIB);
  expect(shrunk).toBeLessThan(4 * MIB);
  expect(grownAgain).toBeLessThanOrEqual(8.5 * MIB);
  expect(grownAgain).toBeGreaterThan(4 * MIB);
});

test('without the bound it grows further', async () => {
  const { grown } = await sizes('free');
  expect(grown).toBeGreaterThan(12 * MIB);
});
