// Octets above ASCII in URLs, values of fields and reason phrases: shown, searched, exported and copied as text, and sent
// as they were. curl sends them raw, from a file of its own, since arguments are text.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FlowDetail } from '../../src/flow/detail.ts';
import type { FlowSummary } from '../../src/flow/summary.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { temporaryHome } from '../helpers/home.ts';
import { missing } from '../helpers/need.ts';

const run = promisify(execFile);
/** Text as the octets of its UTF-8, one char each. */
const utf8 = (text: string): string => Buffer.from(text).toString('latin1');

const PATH = '/größe?süß=日本';
/** The lines of a request with octets, as they are sent; the second value is not valid UTF-8. */
const SENT = [`GET ${utf8(PATH)} HTTP/1.1`, `X-Name: ${utf8('Zoë 😀')}`, 'X-Old: Zo\xeb'];
const REPLY = `HTTP/1.1 200 ${utf8('Größe')}\r\nX-Reply: ${utf8('Grüße')}\r\nContent-Length: 2\r\n\r\nok`;
/** A header name in any case, since formats may change it. */
const lineIn = (head: string, line: string): boolean =>
  head.includes(`\r\n${line}\r\n`) || head.startsWith(line);

describe.skipIf(missing('curl'))('octets above ASCII', () => {
  const heads: string[] = [];
  const folder = temporaryHome();
  let server: net.Server;
  let app: TestApp;
  let origin: string;
  let flow: FlowDetail;

  beforeAll(async () => {
    server = net.createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => {
        heads.push(bytes.toString('latin1'));
        socket.write(REPLY, 'latin1');
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    app = await startTestApp();
    const config = join(folder.path, 'curl.conf');
    const [, name = '', old = ''] = SENT;
    writeFileSync(
      config,
      `url = "${origin}${utf8(PATH)}"\nheader = "${name}"\nheader = "${old}"\nproxy = "http://127.0.0.1:${app.port()}"\n`,
      'latin1',
    );
    await run('curl', ['-sS', '-K', config]);
    const [summary] = await list('');
    flow = JSON.parse((await app.api(`/api/flows/${summary!.id}`)).text) as FlowDetail;
  });
  afterAll(async () => {
    await app.close();
    server.close();
    folder.remove();
  });

  const list = async (query: string): Promise<readonly FlowSummary[]> =>
    JSON.parse((await app.api(`/api/flows?${query}`)).text) as FlowSummary[];
  const exported = async (format: string, ending: string): Promise<string> => {
    const path = join(folder.path, `traffic.${ending}`);
    await app.result('export_session', { path, format, ids: [flow.id] });
    return readFileSync(path, 'utf8');
  };
  /** The lines of the last request that arrived. */
  const arrived = (): string => heads.at(-1) ?? '';

  test('are sent as they were', () => {
    for (const line of SENT) expect(lineIn(arrived(), line)).toBe(true);
  });

  test('are shown as UTF-8 where they can be, else as ISO-8859-1', () => {
    expect(flow.url).toBe(origin + PATH);
    expect(flow.request.headers).toContainEqual({ name: 'X-Name', value: 'Zoë 😀' });
    expect(flow.request.headers).toContainEqual({ name: 'X-Old', value: 'Zoë' });
    expect(flow.response).toMatchObject({
      reason: 'Größe',
      headers: expect.arrayContaining([{ name: 'X-Reply', value: 'Grüße' }]),
    });
  });

  test.each([
    ['search=gr%C3%B6%C3%9Fe', 1],
    ['search=GR%C3%96SSE', 0],
    ['search=S%C3%9C%C3%9F', 1],
    ['filter=url:gr%C3%B6%C3%9Fe', 1],
    ['filter=path:*%E6%97%A5*', 1],
    ['filter=S%C3%BC%C3%9F', 1],
    ['search=gr%C3%83%C2%B6', 0],
  ])('are found: %s', async (query, count) => {
    expect(await list(query)).toHaveLength(count);
  });

  test('are text in HAR, from the API and as a file, and in CSV, Postman and OpenAPI', async () => {
    const entry = JSON.parse((await app.api(`/api/flows/${flow.id}/har`)).text) as {
      readonly log: { readonly entries: readonly { readonly request: { readonly headers: unknown[] } }[] };
    };
    const file = JSON.parse(await exported('har', 'har')) as typeof entry;
    expect(file.log.entries).toEqual(entry.log.entries);
    expect(entry.log.entries[0]).toMatchObject({
      request: {
        url: origin + PATH,
        queryString: [{ name: 'süß', value: '日本' }],
        headers: expect.arrayContaining([
          { name: 'X-Name', value: 'Zoë 😀' },
          { name: 'X-Old', value: 'Zoë' },
        ]),
      },
      response: {
        statusText: 'Größe',
        headers: expect.arrayContaining([{ name: 'X-Reply', value: 'Grüße' }]),
      },
    });
    expect(await exported('csv', 'csv')).toContain(PATH);
    expect(await exported('postman', 'postman_collection.json')).toContain('"Zoë 😀"');
    expect(await exported('openAPI', 'yaml')).toContain('/größe');
  });

  test.each([
    ['session', 'proxysession'],
    ['har', 'har'],
  ])('come back from a file: %s', async (format, ending) => {
    await exported(format, ending);
    const { ids } = await app.result('import_session', { path: join(folder.path, `traffic.${ending}`) });
    const again = JSON.parse((await app.api(`/api/flows/${ids[0]}`)).text) as FlowDetail;
    expect(again.request.headers).toEqual(flow.request.headers);
    expect(again.response?.headers).toEqual(flow.response?.headers);
  });

  test('of a copied command arrive as they were', async () => {
    const { text } = await app.api(`/api/flows/${flow.id}/curl`);
    expect(text).toContain(origin + PATH);
    await run('sh', ['-c', text]);
    for (const line of SENT) expect(lineIn(arrived(), line)).toBe(true);
  });

  test('are sent again as they were, also by an edit that gives them back', async () => {
    await app.api(`/api/flows/${flow.id}/replay`, { method: 'POST' });
    for (const line of SENT) expect(lineIn(arrived(), line)).toBe(true);
    const headers = [...flow.request.headers, { name: 'X-New', value: 'Ünder' }];
    await app.result('edit_and_replay', { id: flow.id, url: flow.url, headers });
    for (const line of [...SENT, `X-New: ${utf8('Ünder')}`]) expect(lineIn(arrived(), line)).toBe(true);
  });

  test('are text at a breakpoint, and sent as they were where nothing is edited', async () => {
    const { id } = await app.result('upsert_rule', {
      tool: 'breakpoint',
      rule: { pattern: `${origin}/größe`, stage: 'request' },
    });
    await app.result('set_tool_enabled', { tool: 'breakpoint', enabled: true });
    const sent = app.api(`/api/flows/${flow.id}/replay`, { method: 'POST' });
    await expect.poll(async () => (await app.result('list_paused')).length).toBe(1);
    const [paused] = await app.result('list_paused');
    expect(paused.request).toMatchObject({
      url: origin + PATH,
      headers: expect.arrayContaining([{ name: 'X-Name', value: 'Zoë 😀' }]),
    });
    const headers = { 'X-New': 'Ünder' };
    await app.result('resolve_paused', { id: paused.id, action: 'send', request: { headers } });
    await sent;
    for (const line of [...SENT, `X-New: ${utf8('Ünder')}`]) expect(lineIn(arrived(), line)).toBe(true);
    await app.result('delete_rule', { tool: 'breakpoint', id });
  });
});
