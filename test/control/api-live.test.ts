// The Control API of a real engine: slices of bodies, live events, and the RPC envelope.
import { once } from 'node:events';
import http from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { binary, startControlled, zipped } from '../helpers/control.ts';
import { startTestEngine, type TestEngine } from '../helpers/engine.ts';
import { startOrigin } from '../helpers/origin.ts';
import { within } from '../helpers/waiting.ts';

const { origin, proxy, api, json, capture, captureTunnel, captureHanging, newestId, close } =
  await startControlled();

afterAll(close);

beforeEach(() => {
  proxy.engine.flows.clear();
});

describe('GET /api/flows/{id}/body', () => {
  test.each([
    ['', zipped, zipped.length],
    ['?side=response&view=decoded', zipped, zipped.length],
    ['?offset=11', zipped.slice(11), zipped.length],
    ['?offset=2&length=4', zipped.slice(2, 6), zipped.length],
    ['?length=0', '', zipped.length],
    ['?offset=99999', '', zipped.length],
    ['?view=raw', gzipSync(zipped), gzipSync(zipped).length],
    ['?view=raw&offset=1&length=3', gzipSync(zipped).subarray(1, 4), gzipSync(zipped).length],
    ['?side=request', '', 0],
  ])('%j', async (query, expected, total) => {
    const id = await capture('/gzip');
    const { status, headers, bytes } = await api(`/api/flows/${id}/body${query}`);
    expect(status).toBe(200);
    expect(bytes).toEqual(Buffer.from(expected));
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-total-length': String(total),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  test('of the request', async () => {
    const id = await capture('/', { method: 'POST', body: binary });
    expect((await api(`/api/flows/${id}/body?side=request`)).bytes).toEqual(binary);
  });

  test('while it arrives its total is not known', async () => {
    const leave = await captureHanging();
    const id = newestId();
    expect((await json(`/api/flows/${id}/body`)).value.error).toBe(`Request ${id} has no response`);
    leave();
    const streaming = await startOrigin((_request, response) => void response.write('begun'));
    const request = http.get({
      host: '127.0.0.1',
      port: proxy.engine.port,
      path: streaming.http,
      agent: false,
    });
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    await once(response, 'data');
    const { bytes, headers } = await api(`/api/flows/${newestId()}/body`);
    expect(bytes.toString()).toBe('begun');
    expect(headers).not.toHaveProperty('x-total-length');
    request.destroy();
    await streaming.close();
  });

  test.each([
    ['side', 'up'],
    ['view', 'hex'],
    ['offset', '-1'],
    ['length', 'all'],
  ])('%s=%s is 400 and names the parameter', async (parameter, value) => {
    const id = await capture('/');
    const answer = await json(`/api/flows/${id}/body?${parameter}=${value}`);
    expect(answer.status).toBe(400);
    expect(answer.value.error).toMatch(new RegExp(`^${parameter}: "${value}" is not `));
  });

  test('of a tunnel is 422', async () => {
    const id = await captureTunnel();
    const { status, value } = await json(`/api/flows/${id}/body`);
    expect({ status, error: value.error }).toEqual({
      status: 422,
      error: `Request ${id} is a tunnel: its content was not decrypted`,
    });
  });
});

describe('POST /api/rpc', () => {
  const envelope = '{"method":"status","params":{}}';

  test.each([envelope, '{}', 'no json', ''])('under a headless run is 501: %j', async (body) => {
    const { status, value } = await json('/api/rpc', { method: 'POST', body });
    expect(status).toBe(501);
    expect(value.error).toContain('needs the app');
  });

  describe('with methods', () => {
    let app: TestEngine;

    beforeAll(async () => {
      app = await startTestEngine({}, (method, params) => {
        if (method === 'nothing') return Promise.resolve(undefined);
        if (method === 'fails') return Promise.reject(new Error('there is no such rule'));
        const error = Object.assign(new Error('port is not a port'), { field: 'port' });
        return method === 'echo' ? Promise.resolve(params) : Promise.reject(error);
      });
    });

    afterAll(() => app.close());

    async function rpc(body: string | Buffer) {
      const response = await app.api('/api/rpc', { method: 'POST', body });
      return { status: response.status, value: await response.json() };
    }

    test.each([
      ['{"method":"echo","params":{"a":[1,"é"]}}', 200, { result: { a: [1, 'é'] } }],
      ['{"method":"echo","params":{},"more":1}', 200, { result: {} }],
      ['{"method":"nothing","params":{}}', 200, { result: null }],
      ['{"method":"fails","params":{}}', 422, { error: 'there is no such rule' }],
      ['{"method":"set","params":{}}', 422, { error: 'port is not a port', field: 'port' }],
    ])('%s: %i', async (body, status, value) => {
      expect(await rpc(body)).toEqual({ status, value });
    });

    test.each([
      '',
      'null',
      '[]',
      '"echo"',
      '{',
      '{"method":"echo"}',
      '{"params":{}}',
      '{"method":1,"params":{}}',
      '{"method":"echo","params":[]}',
      '{"method":"echo","params":null}',
      Buffer.from([0x7b, 0xff, 0x7d]),
    ])('an envelope that is none is 400: %s', async (body) => {
      expect(await rpc(body)).toEqual({
        status: 400,
        value: { error: 'The body is not a JSON object with "method" (a string) and "params" (an object)' },
      });
    });
  });
});

describe('GET /api/events', () => {
  /** Reads the event stream until `enough` holds; returns the text so far. */
  async function follow(
    enough: (text: string) => boolean | Promise<boolean>,
    path = '/api/events',
    headers = {},
  ): Promise<string> {
    const request = http.get(proxy.url + path, {
      headers: { 'X-Proxy-Token': proxy.token, ...headers },
      agent: false,
    });
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/event-stream');
    expect(response.headers['cache-control']).toBe('no-store');
    let text = '';
    for await (const piece of response) {
      text += String(piece);
      if (await enough(text)) break;
    }
    request.destroy();
    return text;
  }

  const lastId = (text: string) => Number([...text.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1]);
  const flowsIn = (text: string) =>
    [...text.matchAll(/^event: flows\nid: \d+\ndata: (.*)$/gm)].flatMap(([, data = '']) => JSON.parse(data));

  test('a request is seen to start and to finish', async () => {
    let leave = (): void => {};
    let begun = false;
    const text = await follow(async (soFar) => {
      if (!begun) {
        begun = true;
        leave = await captureHanging();
      }
      if (soFar.includes('"pending"')) leave();
      return soFar.includes('"failed"');
    });
    const states = flowsIn(text).map(({ url, state }) => [url, state]);
    expect(states.at(0)).toEqual([`${origin.http}/hang`, 'pending']);
    expect(states.at(-1)).toEqual([`${origin.http}/hang`, 'failed']);
  });

  test('the first batch is what is remembered, as the list shows it', async () => {
    await capture('/one');
    await capture('/two');
    await Promise.all(proxy.engine.flows.list().map((flow) => flow.client.identified));
    const text = await follow((soFar) => soFar.includes('/two'));
    expect(flowsIn(text)).toEqual(expect.arrayContaining((await json('/api/flows')).value));
  });

  test('a reader that comes again gets what it missed, by Last-Event-ID or since', async () => {
    await capture('/one');
    await Promise.all(proxy.engine.flows.list().map((flow) => flow.client.identified));
    const id = lastId(await follow((soFar) => soFar.includes('/one')));
    await capture('/two');
    const bySince = await follow((soFar) => soFar.includes('/two'), `/api/events?since=${id}`);
    expect(bySince).not.toContain('/one');
    const headers = { 'Last-Event-ID': String(id) };
    const byHeader = await follow((soFar) => soFar.includes('/two'), '/api/events?since=0', headers);
    expect(byHeader).not.toContain('/one');
  });

  test.each([
    ['since=soon', {}, 'since is not a revision: soon'],
    ['', { 'Last-Event-ID': 'x' }, 'Last-Event-ID is not a revision: x'],
  ])('a revision that is none is 400: %s %j', async (query, headers, error) => {
    expect(await json(`/api/events?${query}`, { headers })).toEqual({ status: 400, value: { error } });
  });

  test('HEAD has no events', async () => {
    const { status, headers, text } = await api('/api/events', { method: 'HEAD' });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/event-stream');
    expect(text).toBe('');
  });

  test('an open stream does not keep the engine from closing', async () => {
    await using other = await startTestEngine();
    const request = http.get(`${other.url}/api/events`, { headers: { 'X-Proxy-Token': other.token } });
    request.on('error', () => {});
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    // The stream is cut in the middle, which is an error for its reader.
    response.on('error', () => {});
    const gone = new Promise((resolve) => response.once('close', resolve));
    response.resume();
    await within('the engine to close', other.engine.close());
    await within('the stream to end', gone);
    expect(response.destroyed).toBe(true);
  });
});
