import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { requestRun, runTotals, START } from '../../../../test/helpers/runs.ts';
import { fileReporter, type ReportFormat } from './report-file.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'proxyctl-reports-'));
  path = join(folder, 'report.txt');
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const TEXT: ReportFormat = {
  start: () => 'start .....\n',
  request: ({ name }) => `${name}\n`,
  end: () => 'ü end\n',
};

async function whole(text = TEXT): Promise<void> {
  const reporter = await fileReporter(path, text);
  try {
    await reporter.start?.(START);
    await reporter.request?.(requestRun({ name: 'one' }));
    await reporter.end?.(runTotals());
  } finally {
    await reporter.close?.();
  }
}

test('is there when it is whole, for those whom the umask lets read it', async () => {
  const reporter = await fileReporter(path, TEXT);
  expect(readdirSync(folder)).toEqual([]);
  await reporter.start?.(START);
  await reporter.request?.(requestRun({ name: 'one' }));
  expect(readdirSync(folder)).toEqual(['report.txt.part']);
  await reporter.end?.(runTotals());
  expect(readdirSync(folder)).toEqual(['report.txt']);
  expect(readFileSync(path, 'utf8')).toBe('start .....\none\nü end\n');
  if (process.platform !== 'win32') expect(statSync(path).mode).toBe(modeOfNewFile());
});

test('an existing file is kept until then', async () => {
  writeFileSync(path, 'before');
  const reporter = await fileReporter(path, TEXT);
  await reporter.start?.(START);
  expect(readFileSync(path, 'utf8')).toBe('before');
  await reporter.close?.();
  expect(readdirSync(folder)).toEqual(['report.txt']);
  expect(readFileSync(path, 'utf8')).toBe('before');
  await whole();
  expect(readFileSync(path, 'utf8')).toContain('one');
});

test('folders that are missing are made', async () => {
  path = join(folder, 'new', 'sub', 'report.txt');
  await whole();
  expect(readFileSync(path, 'utf8')).toContain('one');
});

test('its start may be written again', async () => {
  await whole({ ...TEXT, rewriteStart: () => 'start again' });
  expect(readFileSync(path, 'utf8')).toBe('start again\none\nü end\n');
});

test('is written as the run goes on', async () => {
  const reporter = await fileReporter(path, { ...TEXT, request: () => 'x'.repeat(40_000) });
  await reporter.start?.(START);
  for (let count = 0; count < 100; count += 1) await reporter.request?.(requestRun());
  expect(statSync(`${path}.part`).size).toBeGreaterThan(3_900_000);
  await reporter.close?.();
});

test.skipIf(process.platform === 'win32')('a link stays a link', async () => {
  const target = join(folder, 'target.txt');
  writeFileSync(target, '');
  symlinkSync(target, path);
  await whole();
  expect(readFileSync(target, 'utf8')).toContain('one');
});

test.skipIf(!existsSync('/dev/null'))('a device is written to', async () => {
  path = '/dev/null';
  await whole({ ...TEXT, rewriteStart: () => 'no' });
  expect(statSync(path).isFile()).toBe(false);
});

describe('a file that cannot be written is named', () => {
  test('a folder', async () => {
    mkdirSync(path);
    await expect(fileReporter(path, TEXT)).rejects.toThrow(`cannot write ${path}: it is a folder`);
  });

  test('a place below a file', async () => {
    writeFileSync(join(folder, 'file'), '');
    path = join(folder, 'file', 'sub', 'report.txt');
    await expect(fileReporter(path, TEXT)).rejects.toThrow(
      `cannot write ${path}: ${join(folder, 'file')} is a file, not a folder`,
    );
  });

  test.skipIf(!existsSync('/dev/full'))('a full disk', async () => {
    path = '/dev/full';
    await expect(whole()).rejects.toThrow('cannot write /dev/full: no space is left there');
  });
});

/** Returns the mode that the umask leaves to a new file. */
function modeOfNewFile(): number {
  const file = join(folder, 'new-file');
  writeFileSync(file, '');
  return statSync(file).mode;
}
