// A file that is written over is there as it was, or whole.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { capturedFlow } from '../../test/helpers/flows.ts';
import { temporaryHome } from '../../test/helpers/home.ts';
import type { ExportFormat } from '../traffic/formats/index.ts';
import { har } from '../traffic/formats/har/index.ts';
import { exportFile } from './traffic-files.ts';

let home: ReturnType<typeof temporaryHome>;
let path: string;
beforeEach(() => {
  home = temporaryHome();
  path = join(home.path, 'traffic.har');
  writeFileSync(path, 'as it was');
});
afterEach(() => home.remove());

test('the new one takes the place of the old one', async () => {
  expect(await exportFile(path, har, [capturedFlow()], false)).toBe(1);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toHaveProperty('log.entries.length', 1);
  expect(readdirSync(home.path)).toEqual(['traffic.har']);
});

test('pieces of any size and kind are written in order', async () => {
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

test('one that breaks off leaves the old one as it was, and nothing beside it', async () => {
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
