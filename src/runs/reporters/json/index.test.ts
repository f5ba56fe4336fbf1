import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HOSTILE, requestRun, runTotals, START } from '../../../../test/helpers/runs.ts';
import { json } from './index.ts';

test.each([0, 1, 3])('is one document with %i requests', async (count) => {
  const folder = mkdtempSync(join(tmpdir(), 'proxyctl-json-'));
  const path = join(folder, 'x.json');
  try {
    const reporter = await json.create({
      path,
      colors: false,
      isTerminal: false,
      settings: {},
      print: () => undefined,
    });
    await reporter.start?.(START);
    for (let at = 0; at < count; at += 1)
      await reporter.request?.(at === 1 ? HOSTILE : requestRun({ iteration: at }));
    await reporter.end?.(runTotals());
    const found = JSON.parse(readFileSync(path, 'utf8')) as { requests: { iteration: number }[] };
    expect(Object.keys(found)).toEqual([
      'version',
      'collection',
      'environment',
      'iterations',
      'startedAt',
      'requests',
      'totals',
    ]);
    expect(found.requests.map(({ iteration }) => iteration)).toEqual([0, 1, 2].slice(0, count));
    expect(found).toMatchObject({
      version: 1,
      environment: 'Test',
      totals: { averageMs: 12.346, stopped: null },
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
