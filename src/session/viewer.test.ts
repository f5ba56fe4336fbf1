// A recording that is damaged is shown as far as it can be read.
import { readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allFlows, capturedFlow } from '../../test/helpers/flows.ts';
import { temporaryHome } from '../../test/helpers/home.ts';
import { openChunks } from '../traffic/recordings.ts';
import { SessionRecording } from '../traffic/session-file/recording.ts';
import { Viewer } from './viewer.ts';

const home = temporaryHome();
const COUNT = 500;

test.each([
  ['whole', (path: string) => path, COUNT],
  ['cut in the middle', (path: string) => truncateSync(path, readFileSync(path).length >> 1), 50],
])('%s', async (name, change, min) => {
  const path = join(home.path, `${name}.proxysession`);
  const file = await SessionRecording.begin(path);
  const response = { head: ['HTTP/1.1 200 OK'], body: 'x'.repeat(2000) };
  await file.add(...Array.from({ length: COUNT }, (_, at) => capturedFlow({ id: at + 1, response })));
  await file.end();
  change(path);
  const viewer = new Viewer();
  const { count, skipped } = await viewer.open({ name, path, chunks: await openChunks(path) });
  expect(count).toBeGreaterThanOrEqual(min);
  expect(viewer.traffic.size).toBe(count);
  expect(skipped).toHaveLength(count === COUNT ? 0 : 1);
  expect(await allFlows(viewer.traffic.selected())).toHaveLength(count);
  await viewer.close();
});
