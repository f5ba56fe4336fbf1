import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { START } from '../../../test/helpers/runs.ts';
import { Workspace } from '../../collections/storage/workspace.ts';
import { RunHistory } from './run-history.ts';

let folder: string;
let workspace: Workspace;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'history-'));
  workspace = new Workspace(folder);
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe('history', () => {
  const saveRun = async (startedAt: number): Promise<void> => {
    const reporter = new RunHistory(workspace).reporter();
    await reporter.start?.({
      subject: START.subject,
      collection: { id: 'c', name: 'Shop' },
      environment: null,
      iterations: 1,
      requests: 1,
      startedAt,
    });
    await reporter.request?.({
      iteration: 0,
      id: 'r',
      name: 'Get',
      folders: ['A'],
      method: 'GET',
      url: 'http://127.0.0.1/',
      sent: null,
      response: null,
      error: 'refused',
      tests: [],
      console: [],
      scriptErrors: [],
      unresolved: [],
      skipped: false,
      startedAt,
      durationMs: 1,
    });
    await reporter.end?.({
      iterations: 1,
      requests: 1,
      failedRequests: 1,
      tests: 0,
      failedTests: 0,
      scriptErrors: 0,
      averageMs: 0,
      responseMs: { min: 0, median: 0, p90: 0, p95: 0, p99: 0, max: 0 },
      receivedBytes: 0,
      durationMs: 1,
      stopped: null,
      endedEarly: null,
    });
  };

  test('keeps totals and failures of runs, the latest first', async () => {
    await saveRun(1000);
    await saveRun(2000);
    const runs = await new RunHistory(workspace).list(() => undefined);
    expect(runs.map(({ startedAt }) => startedAt)).toEqual([2000, 1000]);
    expect(runs[0]).toMatchObject({
      totals: { failedRequests: 1 },
      failures: [{ name: 'Get', folders: ['A'], reasons: ['refused'] }],
    });
  });

  test('keeps the latest hundred, and is put off by no broken file', { tags: ['full'] }, async () => {
    for (let at = 0; at < 102; at += 1) await saveRun(at * 1000);
    const all = await readdir(join(folder, '.local', 'runs'));
    // Of the latest twenty, requests are kept too.
    expect(all.filter((file) => file.endsWith('.requests.ndjson'))).toHaveLength(20);
    const files = all.filter((file) => file.endsWith('.json')).sort();
    expect(files).toHaveLength(100);
    await writeFile(join(folder, '.local', 'runs', files[0]!), '{');
    const problems: string[] = [];
    const runs = await new RunHistory(workspace).list(({ reason }) => problems.push(reason));
    expect([runs.length, problems]).toEqual([99, ['it is not a record of a run']]);
  });
});
