// The traffic list beyond what memory keeps: it lies on the disk, survives a crash, and leaves nothing behind.
import { copyFileSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { idRangesOf } from '../../src/base/id-ranges.ts';
import { capturedFlow } from '../helpers/flows.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { temporaryHome } from '../helpers/home.ts';
import { scaled } from '../helpers/scale.ts';
import { startOrigin, type Origin } from '../helpers/origin.ts';
import { until } from '../helpers/waiting.ts';

const LARGE = Buffer.alloc(100_000_000, 'large ');
let origin: Origin;
beforeAll(async () => {
  origin = await startOrigin((request, response) => {
    const body = request.url === '/large' ? LARGE : `answer ${request.url ?? ''}`;
    response.writeHead(200, { 'content-type': 'text/plain' }).end(body);
  });
});
afterAll(() => origin.close());

/** Adds finished exchanges as the engine does, no faster than a disk takes them. */
async function capture({ app }: TestApp, count: number): Promise<void> {
  const { flows } = app.engine;
  for (let i = 0; i < count; i += 1) {
    const id = flows.takeId();
    const head = [`GET /many/${id} HTTP/1.1`, 'Host: example.test'];
    const flow = capturedFlow({
      id,
      request: { head },
      response: { head: ['HTTP/1.1 200 OK'], body: `many ${id}` },
    });
    flows.add(flow);
    flows.finish(flow);
    if (i % 4000 === 3999) await app.traffic.settled();
  }
}

const filesOf = (home: string): readonly string[] => readdirSync(join(home, 'traffic'));

const MANY = scaled({ quick: 7000, full: 21_000 });

test(`${MANY} requests are in the list, each in full`, { timeout: 60_000 }, async () => {
  await using app = await startTestApp();
  await app.via(`${origin.http}/first`);
  await capture(app, MANY - 2);
  await app.via(`${origin.http}/last`);
  await app.app.traffic.settled();
  expect(await app.result('status')).toMatchObject({ requestCount: MANY });
  expect(app.app.traffic.newest()).toHaveLength(5000);
  const { text } = await app.api('/api/flows/1');
  expect(JSON.parse(text)).toMatchObject({
    url: `${origin.http}/first`,
    response: { body: 'answer /first' },
  });
  expect(JSON.parse((await app.api('/api/flows/777')).text)).toMatchObject({
    response: { body: 'many 777' },
  });
  expect(await app.result('list_domains')).toContainEqual({
    host: 'example.test',
    requests: MANY - 2,
    decrypted: false,
  });
  const csv = (await app.api('/api/export/csv')).text.split('\r\n');
  expect(csv).toHaveLength(MANY + 2);

  const found = await app.api(`/api/search?filter=${encodeURIComponent('body:"answer /first"')}`);
  const hits = found.text
    .trim()
    .split('\n')
    .flatMap((line) => (JSON.parse(line) as { hits?: readonly { id: number }[] }).hits ?? []);
  expect(hits.map(({ id }) => id)).toEqual([1]);

  await app.result('annotate_request', { id: 2, comment: 'Remember' });
  await app.app.traffic.settled();
  expect(JSON.parse((await app.api('/api/flows/2')).text)).toMatchObject({ comment: 'Remember' });
});

test('past the limit the oldest tenth goes, and the list says how many', async () => {
  await using app = await startTestApp();
  await app.result('update_settings', { changes: { maxListedRequests: 6000 } });
  await capture(app, 6001);
  await app.app.traffic.settled();
  expect(app.app.traffic.size).toBe(5401);
  expect(app.app.traffic.dropped).toBe(600);
  expect((await app.api('/api/flows/600')).status).toBe(404);
  expect((await app.api('/api/flows/601')).status).toBe(200);
});

test('the files are those of this user, and are gone after an orderly end', async () => {
  using home = temporaryHome();
  const app = await startTestApp({ home: home.path });
  await app.via(`${origin.http}/secret`);
  await app.app.traffic.settled();
  expect(statSync(join(home.path, 'traffic')).mode & 0o777).toBe(0o700);
  for (const name of filesOf(home.path))
    expect(statSync(join(home.path, 'traffic', name)).mode & 0o777).toBe(0o600);
  await app.close();
  expect(filesOf(home.path)).toEqual([]);
});

/** Copies the files of a running app as a crash leaves them: nothing is closed. */
function crashed(home: string, to: string): void {
  mkdirSync(join(to, 'traffic'), { recursive: true });
  for (const name of filesOf(home)) copyFileSync(join(home, 'traffic', name), join(to, 'traffic', name));
}

test('what a crash left is offered, and is the list of the next start, or deleted', async () => {
  using home = temporaryHome();
  {
    await using app = await startTestApp();
    await app.via(`${origin.http}/before`);
    await capture(app, 700);
    await app.app.traffic.settled();
    crashed(app.home, home.path);
  }
  const app = await startTestApp({ home: home.path });
  await app.via(`${origin.http}/after`);
  const [kept] = await app.result('ui.kept_sessions');
  expect(kept).toMatchObject({ requests: 701 });
  expect(await app.result('ui.open_kept_session', { name: kept.name })).toEqual({
    count: 701,
    damage: null,
  });
  expect(await app.result('ui.kept_sessions')).toEqual([]);
  expect((await app.rpc('ui.open_kept_session', { name: kept.name })).error).toMatch(
    /there is no kept session/,
  );
  expect(await app.result('status')).toMatchObject({ requestCount: 702 });
  const second = JSON.parse((await app.api('/api/flows/2')).text);
  expect(second).toMatchObject({ url: `${origin.http}/before`, response: { body: 'answer /before' } });
  expect(second.openedFrom).toMatch(/^session of 20/);

  await app.close();
  expect(filesOf(home.path)).toEqual([]);
});

test('keepTraffic keeps the session until the next one has ended', async () => {
  using home = temporaryHome();
  const first = await startTestApp({ home: home.path });
  await first.result('update_settings', { changes: { keepTraffic: { mode: 'lastSession' } } });
  await first.via(`${origin.http}/kept`);
  await first.close();
  expect(filesOf(home.path)).toHaveLength(1);
  const second = await startTestApp({ home: home.path });
  const [kept] = await second.result('ui.kept_sessions');
  expect(kept).toMatchObject({ requests: 1 });
  expect(await second.result('ui.delete_kept_session', { name: kept.name })).toEqual({});
  expect(filesOf(home.path)).toEqual([]);
  await second.close();
});

test(
  'a body of 100 MB is found after it left memory, and leaves the disk when it is deleted',
  {
    tags: ['full'],
    timeout: 120_000,
  },
  async () => {
    await using app = await startTestApp();
    await app.result('update_settings', { changes: { maxCapturedBodyBytes: 150_000_000 } });
    await app.via(`${origin.http}/large`);
    await capture(app, 6000);
    await until('it has left memory', async () => {
      await app.app.traffic.settled();
      return app.app.traffic.newest()[0]?.id !== 1;
    });
    const body = app.app.traffic.find(1)?.response?.body.bytes();
    expect(body?.equals(LARGE)).toBe(true);
    const onDisk = (): number =>
      filesOf(app.home).reduce((sum, name) => sum + statSync(join(app.home, 'traffic', name)).size, 0);
    expect(onDisk()).toBeGreaterThan(LARGE.length);
    await app.result('ui.delete_requests', { ids: '1' });
    await app.result('ui.delete_requests', { ids: '2' }); // what was deleted before cannot come back any more
    await until('it has left the disk', () => onDisk() < LARGE.length / 2);
  },
);

test('clear_session and deleted requests leave nothing in the files', async () => {
  await using app = await startTestApp();
  for (const name of ['one', 'two']) await app.via(`${origin.http}/private-${name}`);
  await app.app.traffic.settled();
  await app.result('clear_session');
  await app.app.traffic.settled();
  expect(app.app.traffic.size).toBe(0);
  await app.via(`${origin.http}/next`);
  await app.app.traffic.settled();
  expect(app.app.traffic.size).toBe(1);
});

test('scattered requests: colored, exported, deleted and brought back in one call each', async () => {
  await using app = await startTestApp();
  await capture(app, MANY);
  await app.app.traffic.settled();
  const odd = Array.from({ length: MANY / 2 }, (_, at) => 2 * at + 1);
  // Longer than a URL may be.
  const ids = idRangesOf(odd);
  expect(ids.length).toBeGreaterThan(16_384);
  expect(
    await app.result('ui.annotate_requests', { ids, color: 'red', pinned: true, comment: 'odd' }),
  ).toEqual({ changed: odd.length });
  const colored: number[] = [];
  for await (const { id, color, pinned, comment } of app.app.traffic.selected())
    if (color === 'red' && pinned && comment === 'odd') colored.push(id);
  expect(colored).toEqual(odd);
  const { status, text } = await app.api('/api/export/csv', { method: 'POST', body: ids });
  expect([status, text.trim().split('\n').length]).toEqual([200, odd.length + 1]);
  expect((await app.api('/api/export/csv', { method: 'POST', body: '1,x' })).status).toBe(400);
  expect(await app.result('ui.delete_requests', { ids })).toEqual({ deleted: odd.length });
  expect(app.app.traffic.size).toBe(MANY - odd.length);
  expect(await app.result('ui.restore_requests')).toEqual({ restored: odd.length });
  expect(app.app.traffic.size).toBe(MANY);
});
