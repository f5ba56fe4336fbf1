import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lacksMounts, memoryDisk } from '../../../test/helpers/disks.ts';
import { received, requestRun, START, TEST } from '../../../test/helpers/runs.ts';
import { Totals } from '../../runs/runner/totals.ts';
import { RunRecords } from './run-records.ts';
import { makeReport, reportPart } from './run-report.ts';
import { SecretMask } from './secret-mask.ts';

const mask = new SecretMask({
  environment: null,
  globals: [{ name: 'key', value: 's3cret-value', secret: true, enabled: true, docs: '' }],
  collection: { variables: [] },
});
const failedTest = {
  ...TEST,
  name: 'is fine',
  passed: false,
  skipped: false,
  error: { name: 'AssertionError', message: 'expected 1', line: 2 },
} as const;
const { signal } = new AbortController();

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'run-records-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('bodies of failed requests are kept, without secrets; those of others by choice', async () => {
  const failed = requestRun({
    tests: [failedTest],
    response: received({ body: Buffer.from('has s3cret-value') }),
    sent: {
      headers: [{ name: 'Authorization', value: 'Bearer s3cret-value' }],
      body: Buffer.from([0xff, 0]),
    },
  });
  const records = new RunRecords(join(folder, 'a'), 'failed');
  await records.add(failed, mask);
  await records.add(requestRun(), mask);
  const [first, second] = [await records.read(0), await records.read(1)];
  expect(first).toMatchObject({
    response: { body: Buffer.from('has ••••••••') },
    sent: { headers: [{ value: 'Bearer ••••••••' }], body: Buffer.from([0xff, 0]) },
    tests: [failedTest],
  });
  expect(second).toMatchObject({ response: { status: 200, size: 8, body: Buffer.alloc(0) } });
  const all = new RunRecords(join(folder, 'b'), 'all');
  await all.add(requestRun(), mask);
  expect((await all.read(0))?.response?.body.toString()).toBe('{"id":1}');
  expect(await all.read(1)).toBeNull();
  await Promise.all([records.close(), all.close()]);
  expect(await readdir(folder)).toEqual([]);
});

const reportedRun = async (records: RunRecords, count: number) => {
  const totals = new Totals();
  for (let at = 0; at < count; at += 1) {
    const run = requestRun({ tests: [failedTest], response: received({ body: Buffer.alloc(60_000, 'x') }) });
    await records.add(run, mask);
    totals.add(run);
  }
  return { start: START, totals: totals.result(1, null), records };
};

test.skipIf(lacksMounts())(
  'a report leaves no file when its disk is full, and can be made again elsewhere',
  async () => {
    using disk = memoryDisk(1024 * 1024);
    const records = new RunRecords(join(folder, 'records'), 'failed');
    const run = await reportedRun(records, 40);
    await expect(makeReport(run, 'json', disk.path, signal)).rejects.toThrow(/cannot write .*json: .*space/);
    expect(await readdir(disk.path)).toEqual([]);
    const made = await makeReport(run, 'json', folder, signal);
    const report = JSON.parse(await readFile(made.path, 'utf8')) as { requests: unknown[] };
    expect(report.requests).toHaveLength(40);
    expect((await reportPart(made, made.size - 2, 10)).toString()).toBe('}\n');
    await records.close();
  },
);

test.skipIf(lacksMounts())('a disk that is full ends the records, not the run', async () => {
  using disk = memoryDisk(1024 * 1024);
  const records = new RunRecords(join(disk.path, 'records'), 'failed');
  await reportedRun(records, 40);
  expect(records.error).toContain('no space');
  expect(records.count).toBeGreaterThan(0);
  expect(records.count).toBeLessThan(40);
  expect(await records.read(records.count - 1)).toMatchObject({ tests: [failedTest] });
  expect(await records.read(records.count)).toBeNull();
  await records.close();
});
