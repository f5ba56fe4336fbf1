// A file is replaced completely or not at all.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { capturedFlow } from '../../../test/helpers/flows.ts';
import { fifo } from '../../../test/helpers/fifo.ts';
import { temporaryHome } from '../../../test/helpers/home.ts';
import type { ExportFormat } from '../formats/index.ts';
import { har } from '../formats/har/index.ts';
import { exportFile } from './export-file.ts';

let home: ReturnType<typeof temporaryHome>;
let path: string;
beforeEach(() => {
  home = temporaryHome();
  path = join(home.path, 'traffic.har');
  writeFileSync(path, 'as it was');
});
afterEach(() => home.remove());

test('replaces an existing file', async () => {
  await exportFile(path, har, [capturedFlow()], false);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toHaveProperty('log.entries.length', 1);
  expect(readdirSync(home.path)).toEqual(['traffic.har']);
});

test('writes chunks of any size and type in order', async () => {
  const pieces = ['ü', Buffer.alloc(300_000, 'a'), '', 'b'.repeat(200_000), Buffer.from('end')];
  const format: ExportFormat = {
    ...har,
    export: {
      async *write() {
        for (const piece of pieces) yield await Promise.resolve(piece);
      },
    },
  };
  await exportFile(path, format, [capturedFlow()], false);
  expect(readFileSync(path).equals(Buffer.concat(pieces.map((piece) => Buffer.from(piece))))).toBe(true);
});

test('a failed export leaves the old file, and no other', async () => {
  const breaking: ExportFormat = {
    ...har,
    export: {
      async *write() {
        yield await Promise.resolve('x'.repeat(1_000_000));
        throw new Error('the disk is full');
      },
    },
  };
  await expect(exportFile(path, breaking, [capturedFlow()], false)).rejects.toThrow(
    'Export failed: the disk is full',
  );
  expect(readFileSync(path, 'utf8')).toBe('as it was');
  expect(readdirSync(home.path)).toEqual(['traffic.har']);
});

test.skipIf(process.platform === 'win32')('a pipe is written to, and stays one', async () => {
  const pipe = join(home.path, 'pipe');
  const received = fifo(pipe);
  await exportFile(pipe, har, [capturedFlow()], false);
  expect(JSON.parse(await received)).toHaveProperty('log.entries.length', 1);
  expect(statSync(pipe).isFIFO()).toBe(true);
});
