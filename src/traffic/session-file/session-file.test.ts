import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { capturedFlow, flowHome } from '../../../test/helpers/flows.ts';
import type { Flow } from '../../flow/flow.ts';
import { SessionFileReader } from './reader.ts';
import { SessionFile } from './session-file.ts';

const { captures } = flowHome();
let folder: string;
let file: SessionFile;
let written: number[];
let losses: number;
let sentences: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'session-file-'));
  file = opened(join(folder, 'a.proxysession'));
});

afterEach(async () => {
  await file.close(false);
  rmSync(folder, { recursive: true });
});

function opened(path: string): SessionFile {
  written = [];
  losses = 0;
  sentences = [];
  return new SessionFile(path, captures, {
    written: (ids) => written.push(...ids),
    lost: () => (losses += 1),
    say: (text) => sentences.push(text),
  });
}

function exchange(id: number, body: string | Buffer = `body ${id}`): Flow {
  return capturedFlow({ id, response: { head: ['HTTP/1.1 200 OK', 'Content-Type: text/plain'], body } });
}

const bodyOf = (flow: Flow | undefined): string => String(flow?.response?.body.bytes());

test('has what was written, also while it is written', async () => {
  for (let id = 1; id <= 500; id += 1) file.write(exchange(id));
  await file.settled();
  expect(written).toHaveLength(500);
  expect(bodyOf(file.find(321))).toBe('body 321');
  file.write(exchange(501));
  await file.settled();
  expect(file.from(499, 600).map(({ id }) => id)).toEqual([499, 500, 501]);
  expect(file.find(502)).toBeUndefined();
});

test('only this user may read it', async () => {
  file.write(exchange(1));
  await file.settled();
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
});

test('a flow that changed is written again, with its large body once', async () => {
  const large = Buffer.alloc(5_000_000, 'large ');
  const flow = exchange(1, large);
  file.write(flow);
  await file.settled();
  const read = file.find(1)!;
  read.comment = 'changed';
  file.write(read);
  await file.settled();
  expect(file.find(1)!.comment).toBe('changed');
  expect(file.find(1)!.response!.body.bytes().equals(large)).toBe(true);
  expect(file.bytes).toBeLessThan(6_000_000);
});

test('what is removed leaves the disk', async () => {
  for (const id of [1, 2, 3]) file.write(exchange(id, Buffer.alloc(4_000_000, `${id}`)));
  await file.settled();
  file.remove([1, 2]);
  await file.settled();
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(5_000_000);
  expect(file.find(3)!.response!.body.bytes().equals(Buffer.alloc(4_000_000, '3'))).toBe(true);
});

test('what is removed is not in any of its files any more', async () => {
  for (let id = 1; id <= 50; id += 1) file.write(exchange(id, `secret-${id}-`.repeat(id === 7 ? 50_000 : 1)));
  await file.settled();
  file.remove([7]);
  await file.settled();
  expect(onDisk()).toContain('secret-8-');
  expect(onDisk()).not.toContain('secret-7-');
  file.clear();
  await file.settled();
  expect(onDisk()).not.toContain('secret-');
  expect(file.from(0, 100)).toEqual([]);
});

function onDisk(): string {
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('');
}

test('waits for a disk that cannot be written, and says so once', async () => {
  writeFileSync(join(folder, 'later'), 'a file is in the way');
  file = opened(join(folder, 'later', 'a.proxysession'));
  file.write(exchange(1));
  await expect.poll(() => sentences.length, { timeout: 10_000 }).toBe(1);
  expect(sentences[0]).toMatch(
    /a\.proxysession cannot be written: .*later is a file, not a folder\. Traffic goes on/,
  );
  file.write(exchange(2));
  rmSync(join(folder, 'later'));
  await expect.poll(() => sentences[1], { timeout: 10_000 }).toMatch(/is written again$/);
  await file.settled();
  expect(file.from(1, 2).map(bodyOf)).toEqual(['body 1', 'body 2']);
});

test('is completed at an orderly end where it is kept, and else is gone', async () => {
  file.write(exchange(1));
  await file.close(true);
  expect(readdirSync(folder)).toEqual(['a.proxysession']);
  const reader = new SessionFileReader(file.path, captures);
  expect(reader.facts()?.requests).toBe(1);
  reader.close();
  file = opened(join(folder, 'b.proxysession'));
  file.write(exchange(1));
  await file.close(false);
  expect(readdirSync(folder)).toEqual(['a.proxysession']);
});

test('a file that is no session, or of a later version, is refused with the reason', async () => {
  const path = join(folder, 'a.proxysession');
  file.write(exchange(1));
  await file.close(true);
  truncateSync(path, 100);
  expect(() => new SessionFileReader(path, captures)).toThrow();
});
