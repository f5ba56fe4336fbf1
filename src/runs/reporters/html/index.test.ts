import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HOSTILE, received, requestRun, runTotals, START } from '../../../../test/helpers/runs.ts';
import type { RequestRun } from '../../runner/events.ts';
import { html } from './index.ts';

async function written(runs: Iterable<RequestRun>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'proxyctl-html-'));
  const path = join(folder, 'x.html');
  try {
    const reporter = await html.create({
      path,
      colors: false,
      isTerminal: false,
      settings: {},
      print: () => undefined,
    });
    await reporter.start?.(START);
    for (const run of runs) await reporter.request?.(run);
    await reporter.end?.(runTotals());
    return readFileSync(path, 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Line {
  readonly isBare?: true;
  readonly failed: boolean;
  readonly response: { readonly body: { readonly leftOut: number } };
}

function linesOf(page: string): readonly Line[] {
  const text = /<script type="application\/json" id="requests">([^<]*)<\/script>/.exec(page)?.[1] ?? '';
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}

test('no text of the run becomes markup', async () => {
  const page = await written([HOSTILE]);
  expect(page.match(/<\/?script/g)).toEqual((await written([])).match(/<\/?script/g));
  expect(page).not.toContain('<img');
  expect(linesOf(page)).toHaveLength(1);
});

test('five thousand requests with large bodies are a page of less than ten megabytes, with those that failed', async () => {
  const response = received({ body: Buffer.alloc(50_000, 'x') });
  function* runs() {
    for (let at = 0; at < 5000; at += 1)
      yield requestRun({ iteration: at, response, error: at % 100 === 99 ? 'it failed' : null });
  }
  const page = await written(runs());
  expect(page.length).toBeLessThan(10_000_000);
  const lines = linesOf(page);
  expect(lines).toHaveLength(5000);
  expect(lines[0]).toMatchObject({ response: { body: { leftOut: 50_000 - 16 * 1024 } } });
  expect(lines.filter(({ failed }) => failed).every(({ isBare }) => isBare === undefined)).toBe(true);
  expect(lines.some(({ isBare }) => isBare === true)).toBe(true);
});

test('of a run without end requests are counted that have no room', async () => {
  const run = requestRun({ name: 'n'.repeat(100_000) });
  const page = await written(Array.from({ length: 200 }, () => run));
  const lines = linesOf(page).length;
  expect(page.length).toBeLessThan(25_000_000);
  expect(page).toContain(`"leftOut":${200 - lines}}`);
});
