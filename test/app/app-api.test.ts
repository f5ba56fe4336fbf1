// The part of the API that only the app has: the session of a browser, the status page, and events of the
// traffic list and of other changes.
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp } from '../helpers/app.ts';
import { ask, type Ask } from '../helpers/ask.ts';
import { startTestEngine } from '../helpers/engine.ts';
import { startOrigin } from '../helpers/origin.ts';
import { settled } from '../helpers/settled.ts';
import { within } from '../helpers/waiting.ts';

const origin = await startOrigin();
const running = await startTestApp();
const { app, codes, token, result, api } = running;
const url = (path: string): string => `http://127.0.0.1:${running.port()}${path}`;

afterAll(async () => {
  await running.close();
  await origin.close();
});

beforeEach(() => void app.traffic.clear());

describe('POST /api/session', () => {
  const open = (body: string, options: Ask = {}) =>
    ask(url('/api/session'), { method: 'POST', body, ...options });
  const withCode = (code: string) => JSON.stringify({ code });

  test('gives the token for a code, once', async () => {
    const code = codes.issue();
    const first = await open(withCode(code));
    expect(JSON.parse(first.text)).toEqual({ token });
    expect(first.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    expect((await open(withCode(code))).status).toBe(401);
  });

  test.each(['{}', '{"code":5}', 'null', '', '[]'])('%j is 400', async (body) => {
    expect((await open(body)).status).toBe(400);
  });

  test('a code that nobody has issued is 401, a large body 413, another method 405', async () => {
    expect((await open(withCode('guess'))).status).toBe(401);
    expect((await open(withCode('x'.repeat(2000)))).status).toBe(413);
    expect(await ask(url('/api/session'))).toMatchObject({ status: 405, headers: { allow: 'POST' } });
  });

  test('a page of another origin, and a Host that is not ours, do not use a code up', async () => {
    const code = codes.issue();
    expect((await open(withCode(code), { headers: { Origin: 'https://evil.test' } })).status).toBe(403);
    expect((await open(withCode(code), { headers: { Host: 'rebound.test' } })).status).toBe(403);
    expect((await open(withCode(code), { headers: { Origin: url('') } })).status).toBe(200);
  });
});

describe('the page', () => {
  test('is static, with its script at a path of its own, under a strict policy', async () => {
    const page = await ask(url('/'));
    expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\w-]{22}'; style-src-attr 'unsafe-inline'; img-src 'self' blob:; connect-src 'self'/,
    );
    expect(page.text).not.toMatch(/<script>|onclick|style="/);
    const [, script = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(page.text) ?? [];
    const served = await ask(url(script));
    expect(served).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/javascript; charset=utf-8' },
    });
    expect(page.text + served.text).not.toContain(token);
    expect((await ask(url('/'))).text).not.toBe(page.text);
  });

  test('its files come compressed, and browsers may keep them', async () => {
    const [script = ''] = /\/assets\/[\w-]+\.js/.exec((await ask(url('/'))).text) ?? [];
    for (const coding of ['br', 'gzip']) {
      const { headers } = await ask(url(script), { headers: { 'Accept-Encoding': coding } });
      expect(headers).toMatchObject({
        'content-encoding': coding,
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Accept-Encoding',
      });
    }
    const refused = { headers: { 'Accept-Encoding': 'br;q=0, identity' } };
    expect((await ask(url(script), refused)).headers).not.toHaveProperty('content-encoding');
    expect((await ask(url('/assets/none.js'))).status).toBe(404);
  });

  test('only for this machine under its own names, and to be read only', async () => {
    expect((await ask(url('/'), { headers: { Host: 'rebound.test' } })).status).toBe(403);
    expect((await ask(url('/'), { method: 'POST' })).status).toBe(405);
    expect((await ask(url('/other'))).status).toBe(404);
    expect((await ask('http://proxyctl.local/', { via: running.port() })).status).toBe(200);
  });

  test('without an app there is none, nor a session', async () => {
    await using engine = await startTestEngine();
    expect((await ask(`${engine.url}/`)).status).toBe(404);
    expect((await ask(`${engine.url}/api/session`, { method: 'POST', body: '{}' })).status).toBe(401);
  });
});

interface Event {
  readonly event: string;
  readonly data: ReturnType<typeof JSON.parse>;
}

test('a page whose browser was killed is no open page any more', async () => {
  const opened = async (): Promise<boolean> =>
    ((await result('open_capture', { app: 'node' })) as { opened: boolean }).opened;
  const socket = connect(running.port(), '127.0.0.1');
  socket.write(
    `GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:${running.port()}\r\nX-Proxy-Token: ${token}\r\n\r\n`,
  );
  await once(socket, 'data');
  await expect.poll(opened).toBe(true);
  socket.destroy();
  // Long before the stream would say that it is still there.
  await expect.poll(opened, { timeout: 5000 }).toBe(false);
});

describe('GET /api/events', () => {
  /** Reads events until one has this name and fulfils the condition. */
  async function reading(
    path = '/api/events',
  ): Promise<
    AsyncDisposable & { until(name: string, holds?: (data: Event['data']) => boolean): Promise<Event[]> }
  > {
    const abort = new AbortController();
    const response = await fetch(url(path), { headers: { 'X-Proxy-Token': token }, signal: abort.signal });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const next = async (): Promise<Event> => {
      for (;;) {
        const end = text.indexOf('\n\n');
        if (end < 0) {
          const { value = '', done } = await within(() => `an event, after ${text}`, reader.read());
          if (done) throw new Error('the stream ended');
          text += value;
          continue;
        }
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        const [, event] = /^event: (.*)$/m.exec(block) ?? [];
        if (event !== undefined)
          return { event, data: JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? 'null') };
      }
    };
    return {
      async until(name, holds = () => true) {
        const read: Event[] = [];
        for (;;) {
          const event = await next();
          read.push(event);
          if (event.event === name && holds(event.data)) return read;
        }
      },
      [Symbol.asyncDispose]: async () => {
        abort.abort();
        await reader.cancel().catch(() => undefined);
      },
    };
  }

  test('begins with the traffic list and the revisions of the rest', async () => {
    await running.via(`${origin.http}/one`);
    await settled(app.engine.flows);
    await using events = await reading();
    const read = await events.until('paused');
    expect(read.map(({ event }) => event)).toEqual([
      'app',
      'flows',
      'settings',
      'preferences',
      'drafts',
      'tools',
      'paused',
    ]);
    expect(read[1]!.data).toMatchObject([{ url: `${origin.http}/one` }]);
  });

  test('tells that tools, settings and recording have changed', async () => {
    await using events = await reading();
    await events.until('paused');
    await result('set_tool_enabled', { tool: 'noCaching', enabled: true });
    expect((await events.until('tools')).at(-1)?.event).toBe('tools');
    await result('update_settings', { changes: { maxCapturedBodyBytes: 5000 } });
    expect((await events.until('settings')).at(-1)?.event).toBe('settings');
    await result('set_recording', { on: true });
    expect((await events.until('settings')).at(-1)?.event).toBe('settings');
    app.tools.load({ version: 1, tools: {} });
  });

  test('tells of marks, of requests that are removed and of a list that is emptied', async () => {
    await running.via(`${origin.http}/one`);
    await running.via(`${origin.http}/two`);
    await settled(app.engine.flows);
    const [first, second] = app.traffic.newest().map(({ id }) => id);
    await using events = await reading();
    await events.until('paused');
    await result('annotate_request', { id: second, color: 'green' });
    const [marked] = (await events.until('flows', ([flow]) => flow.id === second)).at(-1)!.data;
    expect(marked).toMatchObject({ id: second, color: 'green' });
    await result('ui.delete_requests', { ids: String(first) });
    expect((await events.until('removed')).at(-1)!.data).toMatchObject({ ids: [first] });
    await result('clear_session');
    expect((await events.until('removed')).at(-1)!.data.before).toBeGreaterThan(second!);
  });

  test('a place of the app to be shown', async () => {
    await running.via(`${origin.http}/one`);
    await settled(app.engine.flows);
    const id = app.traffic.newest().at(-1)!.id;
    await using events = await reading();
    await events.until('paused');
    const { rule } = await result('rule_from_request', { tool: 'blockList', id, open: true });
    const read = await events.until('show');
    expect(read.at(-1)!.data).toEqual({ target: 'tools', tool: 'blockList', rule: rule.id });
    app.tools.load({ version: 1, tools: {} });
  });
});

describe('files of captured traffic', () => {
  test('are exported in every format, whole or by ids, and opened again under their name', async () => {
    await running.via(`${origin.http}/one`);
    await running.via(`${origin.http}/two`);
    await settled(app.engine.flows);
    const [, second] = app.traffic.newest().slice(-2);
    for (const format of ['session', 'har', 'csv', 'postman', 'openAPI']) {
      const { status, text } = await api(`/api/export/${format}?ids=${second!.id}&redact=1`);
      expect(status).toBe(200);
      if (format !== 'session') expect(text, format).toContain('/two');
      expect(text, format).not.toContain('/one');
    }
    const { text } = await api(`/api/export/har?ids=1-${second!.id}`);
    const opened = await api('/api/import?name=mine.har', { method: 'POST', body: text });
    expect(JSON.parse(opened.text)).toMatchObject({ skipped: [], ids: expect.any(Array) });
    const last = app.traffic.newest().at(-1)!;
    expect(last.openedFrom).toBe('mine.har');
    expect(last.url).toBe(`${origin.http}/two`);
  });

  test('what cannot be opened or exported says why', async () => {
    const opened = await api('/api/import?name=photo.png', { method: 'POST', body: 'not a recording' });
    expect(opened.status).toBe(422);
    expect(JSON.parse(opened.text).error).toMatch(/^photo\.png cannot be opened: /);
    expect((await api('/api/export/csv?ids=a')).status).toBe(400);
    app.traffic.clear();
    const empty = await api('/api/export/csv');
    expect(empty).toMatchObject({ status: 422, text: '{"error":"There are no requests to export"}' });
    expect((await api('/api/export/xml')).status).toBe(404);
  });
});
