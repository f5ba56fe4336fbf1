// The app's methods that export, import and analyze captured traffic.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parseYaml as parse } from '../../src/documents/yaml.ts';
import { flowDetail } from '../../src/flow/detail.ts';
import { importTraffic } from '../../src/traffic/import.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { inPieces } from '../helpers/collect.ts';
import { capturedFlow, flowHome } from '../helpers/flows.ts';
import { startOrigin, type Origin } from '../helpers/origin.ts';

const TOKEN = 'Zx8kQ2mVb71LpR4tYw9c';
let origin: Origin;
let app: TestApp;
let folder: string;
beforeAll(async () => {
  origin = await startOrigin((request, response) => {
    if (request.url === '/login') {
      response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': `sid=${TOKEN}` });
      response.end(JSON.stringify({ access_token: TOKEN, user: { id: 7 } }));
    } else response.writeHead(200, { 'content-type': 'text/plain' }).end(request.url ?? '');
  });
  app = await startTestApp();
  folder = join(app.home, 'out');
  mkdirSync(folder);
});
afterAll(async () => {
  await app.close();
  await origin.close();
});
beforeEach(async () => {
  await app.result('clear_session');
  await app.via(`${origin.http}/users/1?a=b`);
  await app.via(`${origin.http}/users/2`);
  await app.via(`${origin.http}/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"password":"hunter22"}',
  });
});

const exported = async (format: string, more: object = {}): Promise<Buffer> => {
  const path = join(folder, `out.${format}`);
  expect(await app.result('export_session', { format, path, ...more })).toMatchObject({ path });
  return readFileSync(path);
};
const list = () => app.app.traffic.newest();

/** Returns all that a file says of its requests, the file that they came from before left out. */
async function contents(file: Buffer): Promise<readonly unknown[]> {
  const { flows } = await importTraffic(inPieces(file), flowHome());
  return Promise.all(flows.map(async (flow) => ({ ...(await flowDetail(flow)), id: 0, openedFrom: '' })));
}

describe('export_session', () => {
  test('every format, of every request in the list', async () => {
    const har = JSON.parse((await exported('har')).toString());
    expect(har.log.entries).toHaveLength(3);
    const csv = (await exported('csv')).toString().split('\r\n');
    expect(csv).toHaveLength(5);
    expect(csv[1]).toContain(`${origin.http}/users/1?a=b,200,`);
    const postman = JSON.parse((await exported('postman')).toString());
    expect(postman.item.map((item: { name: string }) => item.name)).toEqual([
      'GET /users/1',
      'GET /users/2',
      'POST /login',
    ]);
    const openApi = parse((await exported('openAPI')).toString()) as { readonly paths: object };
    expect(Object.keys(openApi.paths)).toEqual(['/users/{userId}', '/login']);
    expect((await exported('session')).toString('latin1', 0, 15)).toBe('SQLite format 3');
    expect(statSync(join(folder, 'out.session')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test('of some, and without secrets', async () => {
    const [first] = list();
    const har = JSON.parse((await exported('har', { ids: [first!.id] })).toString());
    expect(har.log.entries).toHaveLength(1);
    expect((await exported('har')).toString()).toContain(TOKEN);
    for (const format of ['har', 'postman', 'openAPI']) {
      const text = (await exported(format, { redact: true })).toString();
      expect(text, format).not.toContain(TOKEN);
      expect(text, format).not.toContain('hunter22');
    }
    expect((await exported('har', { redact: true })).toString()).toContain('[redacted]');
  });

  test('counts what is in the file, and what the format cannot hold', async () => {
    const tunnel = capturedFlow({ id: app.app.traffic.takeId(), request: null });
    app.app.traffic.open([tunnel]);
    const path = join(folder, 'counted');
    for (const [format, count] of Object.entries({ har: 3, postman: 3, openAPI: 3, csv: 4, session: 4 }))
      expect(await app.result('export_session', { format, path }), format).toEqual({
        path,
        count,
        omitted: 4 - count,
      });
    expect(await app.rpc('export_session', { format: 'har', path, ids: [tunnel.id] })).toMatchObject({
      status: 422,
      error: 'There are no requests to export: HAR cannot hold the 1 given, such as tunnels',
    });
  });

  test('what cannot be exported is said, and the file stays', async () => {
    const path = join(folder, 'kept.har');
    writeFileSync(path, 'kept');
    mkdirSync(join(folder, 'folder.har'), { recursive: true });
    expect(
      await app.rpc('export_session', { format: 'har', path: join(folder, 'none', 'a.har') }),
    ).toMatchObject({
      status: 422,
      error: expect.stringMatching(/^Export failed: there is no folder /),
    });
    expect(
      (await app.rpc('export_session', { format: 'har', path: join(folder, 'folder.har') })).error,
    ).toMatch(/^Export failed: /);
    expect((await app.rpc('export_session', { format: 'har', path: 'a.har' })).field).toBe('path');
    expect((await app.rpc('export_session', { format: 'HAR', path })).error).toContain('"session", "har"');
    expect(await app.rpc('export_session', { format: 'har', path, ids: [987_654] })).toMatchObject({
      status: 422,
      field: 'ids',
      error: 'No request with id 987654',
    });
    await app.result('clear_session');
    expect((await app.rpc('export_session', { format: 'har', path })).error).toBe(
      'There are no requests to export',
    );
    expect(readFileSync(path, 'utf8')).toBe('kept');
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});

describe('import_session', () => {
  test.each(['session', 'har'])('%s: exported, opened and exported again', async (format) => {
    const first = await exported(format);
    const before = list();
    await app.result('clear_session');
    const { count, ids, skipped } = await app.result('import_session', {
      path: join(folder, `out.${format}`),
    });
    expect([count, skipped]).toEqual([3, []]);
    expect(list().map(({ id }) => id)).toEqual(ids);
    expect(list().map(({ url }) => url)).toEqual(before.map(({ url }) => url));
    expect(ids[0]).toBeGreaterThan(before.at(-1)!.id);
    expect((await app.api(`/api/flows/${ids[2]}`)).text).toContain(TOKEN);
    const flows = JSON.parse((await app.api('/api/flows')).text) as { id: number }[];
    expect(flows.map(({ id }) => id)).not.toContain(ids[0]);
    expect(await contents(await exported(format))).toEqual(await contents(first));
  });

  test('files that are none, damaged, or not there', async () => {
    const open = (name: string, content: string | Buffer) => {
      const path = join(folder, name);
      writeFileSync(path, content);
      return app.rpc('import_session', { path });
    };
    expect((await open('a.har', '{"log":')).error).toMatch(
      /a\.har cannot be opened: invalid JSON at line 1, column 8/,
    );
    expect((await open('b.har', 'hello')).error).toMatch(
      /is not a session, a HAR file or a JSON session of Charles/,
    );
    expect((await open('c.har', '')).error).toMatch(/cannot be opened/);
    const missing = join(folder, 'none.har');
    expect((await app.rpc('import_session', { path: missing })).error).toMatch(/there is no such file/);
    const damaged = await exported('session');
    damaged[damaged.lastIndexOf('/users/2')]! ^= 0xff;
    const { value } = await open('d.proxysession', damaged);
    expect(value.count).toBeGreaterThan(0);
    expect(value.skipped.length).toBeGreaterThan(0);
    const charles = [
      {
        scheme: 'http',
        host: 'a.test',
        path: '/x',
        method: 'GET',
        response: { status: 200, body: { text: 'hi' } },
      },
      { host: 'b.test' },
    ];
    expect((await open('e.chlsj', JSON.stringify(charles))).value).toMatchObject({
      count: 1,
      skipped: [{ index: 1 }],
    });
    expect(existsSync(join(folder, 'e.chlsj'))).toBe(true);
  });
});

test('compare_requests', async () => {
  const [a, b] = list();
  const { request, response } = await app.result('compare_requests', { a: a!.id, b: b!.id });
  expect(request.changes[0]).toEqual({
    where: 'url',
    before: `${origin.http}/users/1?a=b`,
    after: `${origin.http}/users/2`,
  });
  expect(request.diff).toContain(`-GET ${origin.http}/users/1?a=b`);
  expect(response.changes.at(-1)).toEqual({ where: 'body', before: '/users/1?a=b', after: '/users/2' });
  expect(await app.rpc('compare_requests', { a: a!.id, b: 987_654 })).toMatchObject({
    status: 422,
    field: 'b',
  });
});

test('insights', async () => {
  expect(await app.result('insights')).toMatchObject({ requests: 3, endpoints: 2, errors: 0 });
  expect((await app.result('insights', { section: 'endpoints', limit: 1 })).endpoints).toMatchObject([
    { path: '/users/{userId}', calls: 2 },
  ]);
  const secrets = await app.result('insights', { section: 'secrets' });
  expect(secrets).toMatchObject({ high: 0, medium: 2 });
  expect(JSON.stringify(secrets)).not.toContain(TOKEN);
  expect((await app.result('insights', { section: 'security' })).hosts).toHaveLength(1);
  expect(await app.result('insights', { section: 'performance' })).toHaveProperty('slow');
  expect((await app.result('insights', { section: 'schema' })).endpoints).toHaveLength(1);
  expect((await app.result('insights', { section: 'markdown' })).markdown).toMatch(/^# Traffic Proxy/);
  expect((await app.rpc('insights', { section: 'all' })).field).toBe('section');
});
