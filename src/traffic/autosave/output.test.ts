// Rolling recordings in real folders: what is in them after each step, and after each accident.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { capturedFlow } from '../../../test/helpers/flows.ts';
import { temporaryHome } from '../../../test/helpers/home.ts';
import { until } from '../../../test/helpers/waiting.ts';
import { streamedFormats, type StreamedFormat } from '../exchange-file.ts';
import { readRecording } from '../recordings.ts';
import { nextName, readName } from './names.ts';
import { AutosaveOutput, type AutosaveOptions } from './output.ts';

const home = temporaryHome();
const messages: string[] = [];
let number = 0;

afterEach(() => {
  messages.length = 0;
});

function newFolder(): string {
  number += 1;
  return join(home.path, 'made', `${number}`);
}

async function opened(options: Partial<AutosaveOptions>): Promise<AutosaveOutput> {
  const defaults = {
    folder: '',
    format: 'session',
    filter: '',
    maxFiles: 100,
    minutes: 60,
    maxBytes: Infinity,
    redact: false,
  } as const;
  return AutosaveOutput.open({ ...defaults, ...options }, (text) => messages.push(text));
}

const flowOf = (id: number) =>
  capturedFlow({
    id,
    request: { head: [`GET /${id} HTTP/1.1`, 'Host: example.test'] },
    response: {
      head: [`HTTP/1.1 ${id % 2 === 0 ? 500 : 200} OK`, 'Content-Type: text/plain'],
      body: `body ${id}`,
    },
  });

async function addAll(output: AutosaveOutput, ...ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    output.add(flowOf(id));
    await output.settled();
  }
}

/** Returns the paths of the requests in each file, the oldest first, as a reader finds them. */
async function contents(folder: string): Promise<readonly (readonly string[])[]> {
  const names = readdirSync(folder).filter((name) => readName(name) !== null);
  return Promise.all(names.sort().map((name) => pathsIn(join(folder, name))));
}

async function pathsIn(path: string): Promise<readonly string[]> {
  const text = readFileSync(path, 'utf8');
  if (path.endsWith('.ndjson'))
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => (JSON.parse(line) as { readonly path: string }).path);
  if (path.endsWith('.csv'))
    return [...text.matchAll(/example\.test(\/\d+)/g)].map(([, found = '']) => found);
  return (await readRecording(path)).map((flow) => flow.path);
}

test.each(streamedFormats)('%s: each file is complete under its name, of this user only', async (format) => {
  const folder = newFolder();
  const output = await opened({ folder, format, maxBytes: 1 });
  await addAll(output, 1, 2);
  await output.close();
  expect(await contents(folder)).toEqual([['/1'], ['/2']]);
  for (const name of readdirSync(folder)) {
    expect(name).not.toMatch(/\.part$/);
    if (process.platform !== 'win32') expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
  }
  expect(messages).toEqual([]);
});

test('a file is complete when its time is over, also without traffic', async () => {
  const folder = newFolder();
  const output = await opened({ folder, minutes: 0.002 });
  await addAll(output, 1);
  await until('the file is complete', () =>
    readdirSync(folder).some((name) => readName(name)?.isPart === false),
  );
  await addAll(output, 2);
  await output.close();
  expect(await contents(folder)).toEqual([['/1'], ['/2']]);
});

test('the oldest files go, and no file of anybody else', async () => {
  const folder = newFolder();
  mkdirSync(folder, { recursive: true });
  for (const name of ['a.har', 'proxyctl-notes.txt']) writeFileSync(join(folder, name), 'mine');
  const output = await opened({ folder, maxBytes: 1, maxFiles: 2 });
  await addAll(output, 1, 2, 3, 4);
  await output.close();
  expect(await contents(folder)).toEqual([['/3'], ['/4']]);
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['a.har', 'proxyctl-notes.txt']));
});

test('only what the filter finds is written', async () => {
  const folder = newFolder();
  const output = await opened({ folder, filter: 'status:5xx' });
  await addAll(output, 1, 2, 3, 4);
  await output.close();
  expect(await contents(folder)).toEqual([['/2', '/4']]);
});

test('names grow when the clock goes back, and behind files of a clock that was ahead', () => {
  const now = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
  const first = nextName('.har', [], now);
  expect(first).toMatch(/^proxyctl-\d{8}T\d{6}\.\d{3}Z-\d+-[\da-f]{8}\.har$/);
  const ahead = `proxyctl-20990101T000000.000Z-1-00000000.har`;
  const names = [
    first,
    nextName('.har', [], now),
    nextName('.har', [], now - 1e9),
    ahead,
    nextName('.har', [readName(ahead)!], now),
  ];
  expect(names).toEqual([...new Set(names)].toSorted());
  expect(readName('proxyctl-20990101T000000.000Z-1-00000000.exe')).toBeNull();
});

/** Leaves the files of a process that was killed, the last one with bytes missing, and completes them. */
async function recovered(
  format: StreamedFormat,
  cut: (whole: Buffer) => Buffer,
): Promise<readonly (readonly string[])[]> {
  const folder = newFolder();
  const output = await opened({ folder, format });
  await addAll(output, 1, 2, 3);
  // SQLite has the last exchanges in a log beside the file, and an index of it, which it can do without.
  const names = readdirSync(folder).filter((name) => !name.endsWith('-shm'));
  const left = names.map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
  await output.close();
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  for (const [at, { name, bytes }] of left.entries())
    writeFileSync(
      join(folder, name.replace(/-\d+-[\da-f]{8}/, `-${pid}-0badcafe`)),
      at === left.length - 1 ? cut(bytes) : bytes,
    );
  await (await opened({ folder, format })).close();
  expect(readdirSync(folder).filter((each) => each.endsWith('.part'))).toEqual([]);
  return contents(folder);
}

describe.each(streamedFormats)('%s: the file of a killed process', (format) => {
  test('has every exchange that was written', async () => {
    expect(await recovered(format, (whole) => whole)).toEqual([['/1', '/2', '/3']]);
  });

  test('loses at most the exchange that was being written', async () => {
    for (const share of [0.2, 0.5, 0.8, 0.95, 0.99]) {
      const [paths = []] = await recovered(format, (whole) =>
        whole.subarray(0, Math.ceil(whole.length * share)),
      );
      expect(['/1', '/2', '/3'].slice(0, paths.length)).toEqual(paths);
    }
  });
});

test('a HAR file is completed wherever it was cut', async () => {
  const folder = newFolder();
  const output = await opened({ folder, format: 'har' });
  await addAll(output, 1, 2);
  await output.close();
  const whole = readFileSync(join(folder, readdirSync(folder)[0]!));
  const entries = [...whole.toString().matchAll(/\n\{/g)].map(({ index }) => index);
  const ends = [entries[1]! - 1, whole.length - '\n]}}\n'.length];
  const folder2 = newFolder();
  mkdirSync(folder2, { recursive: true });
  const cuts = [
    ...new Set([
      0,
      10,
      entries[0]!,
      entries[0]! + 1,
      ends[0]!,
      ends[0]! + 1,
      ends[0]! + 2,
      ends[0]! + 9,
      ...[0, 1, 2, 3, 4, 5].map((more) => ends[1]! + more),
    ]),
  ];
  for (const [at, size] of cuts.entries())
    writeFileSync(
      join(
        folder2,
        `proxyctl-20260102T030405.${String(at).padStart(3, '0')}Z-${process.pid}-0badcafe.har.part`,
      ),
      whole.subarray(0, size),
    );
  await (await opened({ folder: folder2, format: 'har' })).close();
  const found = readdirSync(folder2).map((name) => [
    cuts[Number(name.slice(25, 28))]!,
    (JSON.parse(readFileSync(join(folder2, name), 'utf8')) as { log: { entries: unknown[] } }).log.entries
      .length,
  ]);
  const expected = cuts.filter((size) => size >= ends[0]!).map((size) => [size, size >= ends[1]! ? 2 : 1]);
  expect(found).toEqual(expected);
});

test('the file that this process is writing is not taken for one of a killed process', async () => {
  const folder = newFolder();
  const first = await opened({ folder });
  await addAll(first, 1);
  const second = await opened({ folder });
  await addAll(second, 2);
  await addAll(first, 3);
  await first.close();
  await second.close();
  expect(await contents(folder)).toEqual([['/1', '/3'], ['/2']]);
});

test('a folder that is removed is made again, and what was in it is said', async () => {
  const folder = newFolder();
  const output = await opened({ folder });
  await addAll(output, 1);
  rmSync(folder, { recursive: true });
  await until('the folder is there again', async () => {
    await addAll(output, 2);
    return existsSync(folder);
  });
  await output.close();
  expect(messages).toEqual([expect.stringMatching(/ was removed, with \d+ exchanges? in it$/)]);
  expect((await contents(folder))[0]).toContain('/2');
});

test('a folder that cannot be written is said once, and written again when it can be', async () => {
  const folder = newFolder();
  const output = await opened({ folder, maxBytes: 1 });
  await addAll(output, 1);
  rmSync(folder, { recursive: true });
  writeFileSync(folder, '');
  await addAll(output, 2, 3, 4);
  rmSync(folder);
  await until('it is written again', async () => {
    await addAll(output, 5);
    return messages.length === 2;
  });
  await output.close();
  expect(messages[0]).toMatch(/cannot be written: .*: exchanges are missing until it can$/);
  expect(messages[1]).toMatch(/is written again; \d+ exchanges are missing$/);
  expect((await contents(folder)).flat()).toContain('/5');
});

test(
  'a disk that is full leaves whole files, and is written when there is room',
  { tags: ['full'] },
  async ({ skip, onTestFinished }) => {
    const folder = newFolder();
    mkdirSync(folder, { recursive: true });
    const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]).status === 0;
    if (!isMounted) return skip('no disk can be mounted here');
    onTestFinished(() => void spawnSync('umount', [folder]));
    const output = await opened({ folder, format: 'har' });
    const body = randomBytes(12_000).toString('hex');
    const response = { head: ['HTTP/1.1 200 OK', 'Content-Type: text/plain'], body };
    for (const id of [1, 2, 3]) {
      output.add(capturedFlow({ id, response }));
      await output.settled();
    }
    expect(messages).toEqual([expect.stringMatching(/ENOSPC/)]);
    expect(await contents(folder)).toEqual([['/', '/']]);
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    await until('it is written again', async () => {
      await addAll(output, 5);
      return messages.length === 2;
    });
    await output.close();
    expect((await contents(folder)).flat()).toContain('/5');
  },
);

test('a folder that cannot be made is refused at once', async () => {
  const path = join(home.path, 'file');
  writeFileSync(path, '');
  await expect(opened({ folder: join(path, 'below') })).rejects.toThrow(/ENOTDIR|ENOENT/);
});

test('secrets are left out', async () => {
  const folder = newFolder();
  const output = await opened({ folder, format: 'ndjson', redact: true });
  const secret = '8f3kd92mfl20dk39fj20';
  output.add(capturedFlow({ request: { head: ['GET / HTTP/1.1', `Authorization: Bearer ${secret}`] } }));
  await output.close();
  const [name = ''] = readdirSync(folder);
  const text = readFileSync(join(folder, name), 'utf8');
  expect(text).toContain('[redacted]');
  expect(text).not.toContain(secret);
});

test('what the disk cannot keep up with is left out, and said', async () => {
  const folder = newFolder();
  const output = await opened({ folder, format: 'ndjson' });
  for (let id = 1; id <= 5003; id += 1) output.add(flowOf(id));
  await output.close();
  expect(await contents(folder)).toEqual([Array.from({ length: 5000 }, (_, index) => `/${index + 1}`)]);
  expect(messages).toEqual([
    expect.stringMatching(/cannot be written as fast as traffic comes: exchanges are left out$/),
    '3 exchanges could not be written',
  ]);
});
