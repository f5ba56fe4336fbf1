// Hostile scripts as rules of a running proxy: each exchange continues unchanged, others are served
// meanwhile, the log has the error, and the proxy's state is afterwards as before.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ScriptLogEntry } from '../../src/tools/script-log.ts';
import { ask } from '../helpers/ask.ts';
import { missing } from '../helpers/need.ts';
import type { Origin } from '../helpers/origin.ts';
import { startOrigin } from '../helpers/origin.ts';
import { PLAIN_PROBES, RULES_PROBES, type Allowed, type Probe } from '../helpers/sandbox-probes.ts';
import { settled } from '../helpers/settled.ts';
import {
  CURL_PROTOCOLS,
  startToolProxy,
  type CurlAnswer,
  type CurlProtocol,
  type ToolProxy,
} from '../helpers/tool-proxy.ts';
import { connectSocket, startSocketOrigin, type SocketOrigin } from '../helpers/web-socket.ts';
import { isFull, sampled } from '../helpers/scale.ts';

const HOOKS = ['request', 'response', 'event', 'message'] as const;
type Hook = (typeof HOOKS)[number];

const HEADS: Readonly<Record<Hook, string>> = {
  request: 'async function onRequest(context, url, request)',
  response: 'async function onResponse(context, url, request, response)',
  event: 'async function onServerEvent(context, url, event)',
  message: 'async function onWebSocketMessage(context, url, message)',
};

/** Logs the probe's result, with functions that it cannot have replaced, and changes nothing. */
const looking = (hook: Hook, code: string): string => `
  const { stringify } = JSON, log = console.log.bind(console), input = { list: [1] };
  ${HEADS[hook]} { const found = await (async () => { ${code} })(); log('found', stringify(found) ?? 'null'); }`;

/** Returns the probe's result as the function's result. */
const returning = (hook: Hook, code: string): string => `
  const input = { list: [1] };
  ${HEADS[hook]} { ${code} }`;

// Rules have no calls to the host, and an `env` of their own.
const all = [...PLAIN_PROBES, ...RULES_PROBES].filter(({ code }) => !/hostCall|globalThis\.env/.test(code));
/** Probes with the syntax of modules, whose rules are refused. */
const modules = all.filter(({ name }) => name === 'import.meta' || name === 'a static import');
const probes = all.filter((probe) => !modules.includes(probe));

/** True when the probe is about time, memory or depth. */
function isBomb({ allowed }: Probe): boolean {
  if (Array.isArray(allowed)) return allowed.includes('timeout') || allowed.includes('memory');
  return 'error' in allowed && /overflow|larger/.test(allowed.error.source);
}
const bombs = probes.filter(isBomb);
const escapes = probes.filter((probe) => !isBomb(probe));
/** Probes of built-ins and results: their result is judged by its effect. */
const named = (name: string): number => probes.findIndex((probe) => probe.name === name);
const returned = probes.slice(named('Object.prototype'), named('for ever'));

const MIB = 1024 * 1024;

interface Case extends Probe {
  readonly hook: Hook;
  readonly pair: CurlProtocol;
}

function byTurns(list: readonly Probe[], places: readonly Hook[]): readonly Case[] {
  return list.map((probe, at) => {
    // Events and messages have no access to the request.
    const own = /\brequest\./.test(probe.code) ? places.slice(0, 2) : places;
    const pair = CURL_PROTOCOLS[Math.floor(at / own.length) % CURL_PROTOCOLS.length]!;
    return { ...probe, hook: own[at % own.length]!, pair };
  });
}

let origin: Origin;
let sockets: SocketOrigin;
let stage: ToolProxy;
/** The result of each hook without tools, by protocol pair. */
const before = new Map<string, unknown>();
let startBytes = 0;
let maxBytes = 0;

beforeAll(async () => {
  origin = await startOrigin((request, response) => {
    response.sendDate = false;
    if (request.url === '/probe/event') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end('id: 1\ndata: one\n\nevent: b\ndata: two\n\n');
      return;
    }
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { method, url, rawHeaders } = request;
      // Values that a probe may set legitimately.
      const headers = rawHeaders.filter((_, at) => !rawHeaders[at - (at % 2)]?.startsWith('__'));
      response.writeHead(200, { 'content-type': 'application/json', 'x-origin': 'yes' });
      response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(pieces).toString() }));
    });
  });
  sockets = await startSocketOrigin();
  stage = await startToolProxy();
  for (const hook of HOOKS)
    for (const pair of CURL_PROTOCOLS) before.set(`${hook} ${pair}`, await exchange(hook, pair));
  startBytes = process.memoryUsage.rss();
});

afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await sockets[Symbol.asyncDispose]();
  await origin.close();
});

afterEach(() => {
  maxBytes = Math.max(maxBytes, process.memoryUsage.rss());
  stage.reset();
});

/** Runs one exchange that reaches this hook, and returns what its client gets. */
async function exchange(hook: Hook, pair: CurlProtocol): Promise<unknown> {
  if (hook === 'message') return said();
  const base = pair === 'HTTP/1.1' ? origin.http : origin.https;
  const body = hook === 'event' ? [] : ['-d', 'the=body', '-H', 'X-Sent: by the client'];
  return stage.curl(pair, `${base}/probe/${hook}`, ...body);
}

/** A text and a binary message, echoed. */
async function said(): Promise<readonly string[]> {
  const url = `${sockets.origin.http.replace('http', 'ws')}/probe/message`;
  const peer = await connectSocket(stage.proxy.engine.port, url);
  peer.socket.send('hello');
  const text = await peer.next();
  peer.socket.send(Buffer.from([0, 255]));
  const heard = [text, await peer.next()];
  peer.socket.close(1000, 'done');
  await peer.hears('close 1000 done');
  return heard;
}

/** A long limit for probes that end by themselves, a short one for those that never end. */
function timeoutFor(allowed: Allowed): number {
  return Array.isArray(allowed) && allowed.includes('timeout') ? 100 : 5000;
}

/** Runs the exchange with the script, and returns the new log entries too. */
async function tried({ name, allowed, hook, pair }: Case, code: string) {
  const known = stage.services.scriptLog.entries(1000).length;
  stage.tools.upsert('scripting', { name, pattern: '*/probe/*', code, timeoutMs: timeoutFor(allowed) });
  const [answer, other] = await Promise.all([
    exchange(hook, pair),
    ask(`${origin.http}/other`, { via: stage.proxy.engine.port }),
  ]);
  expect(other.status).toBe(200);
  const entries = stage.services.scriptLog.entries(1000);
  return {
    answer,
    log: entries
      .slice(entries.length === 1000 ? 0 : known)
      .filter(({ script }) => script === name.slice(0, 200)),
  };
}

/** A flood displaces later log entries, which is logged too. */
const isError = ({ level, message }: ScriptLogEntry): boolean =>
  level === 'error' || message.includes('left out') || message.includes('is dropped');

function foundIn(log: readonly ScriptLogEntry[]): unknown {
  const line = log.find(({ message }) => message.startsWith('found '));
  return line === undefined ? undefined : JSON.parse(line.message.slice('found '.length));
}

let contained = 0;

test.each(modules)('a script that is a module is refused: $name', ({ code }) => {
  expect(() => stage.tools.upsert('scripting', { code: looking('request', code) })).toThrow(
    'give a script without syntax errors',
  );
});

describe.skipIf(missing('curl'))('a hostile script', () => {
  test('is tried in many ways', () => {
    expect(escapes.length).toBeGreaterThanOrEqual(60);
    expect(bombs.length).toBeGreaterThanOrEqual(20);
    expect(returned.length).toBeGreaterThanOrEqual(40);
  });

  test.each(sampled(byTurns(escapes, HOOKS), 16))('$name ($hook, $pair)', async (each) => {
    const { answer, log } = await tried(each, looking(each.hook, each.code));
    expect(answer).toEqual(before.get(`${each.hook} ${each.pair}`));
    const found = foundIn(log);
    if (found === undefined) expect(log.some(isError)).toBe(true);
    else if ('value' in each.allowed) expect(found).toEqual(each.allowed.value);
    if (found !== undefined || 'error' in each.allowed) contained += 1;
  });

  test.each(sampled(byTurns(bombs, HOOKS), 6))('$name ($hook, $pair)', async (each) => {
    const { answer, log } = await tried(each, looking(each.hook, each.code));
    expect(answer).toEqual(before.get(`${each.hook} ${each.pair}`));
    expect(log.length).toBeGreaterThan(0);
    expect(log.length).toBeLessThanOrEqual(202);
    if (Array.isArray(each.allowed) && !each.allowed.includes('value')) expect(log.some(isError)).toBe(true);
  });

  test.each(sampled(byTurns(returned, ['request', 'response']), 8))(
    'returning $name ($hook, $pair)',
    async (each) => {
      const { answer } = await tried(each, returning(each.hook, each.code));
      const { status } = answer as CurlAnswer;
      // null from onRequest is a way to block a request.
      if (status === 403 && each.hook === 'request') expect(each.allowed).toMatchObject({ value: null });
      else expect(answer).toEqual(before.get(`${each.hook} ${each.pair}`));
    },
  );

  test('has got nowhere, and has left nothing behind', async () => {
    expect(contained).toBeGreaterThanOrEqual(isFull ? 60 : 12);
    expect(({} as Record<string, unknown>)['stolen']).toBeUndefined();
    expect(Object.hasOwn(globalThis, 'stolen')).toBe(false);
    // Scripts use memory of this process: a bomb's memory is bounded, and is released.
    expect(maxBytes - startBytes).toBeLessThan(1024 * MIB);
    expect(process.memoryUsage.rss() - startBytes).toBeLessThan(512 * MIB);
    stage.tools.upsert('scripting', {
      name: 'good',
      pattern: '*/probe/*',
      code: `function onResponse(context, url, request, response) { response.headers['X-Good'] = 'yes'; }`,
    });
    for (const pair of CURL_PROTOCOLS) {
      const { head } = (await exchange('request', pair)) as CurlAnswer;
      expect(head).toMatch(/x-good: yes/i);
    }
    stage.reset();
    for (const hook of HOOKS)
      for (const pair of CURL_PROTOCOLS)
        expect(await exchange(hook, pair)).toEqual(before.get(`${hook} ${pair}`));
    await settled(stage.proxy.engine.flows);
  });
});
