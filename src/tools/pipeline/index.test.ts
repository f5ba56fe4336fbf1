import { describe, expect, test, vi } from 'vitest';
import { capturedFlow } from '../../../test/helpers/flows.ts';
import { TestExchange, TestResponse, type GivenRequest } from '../../../test/helpers/interception.ts';
import { toolServices } from '../../../test/helpers/tools.ts';
import { Client } from '../../flow/client.ts';
import { Flow } from '../../flow/flow.ts';
import type {
  ExchangeHook,
  InterceptedExchange,
  SyntheticResponse,
  RequestVerdict,
} from '../../proxy/hooks.ts';
import { tools, type ToolName } from '../catalogue/index.ts';
import type { Match } from '../rules/rule.ts';
import { defineTool, type RecordMatch, type RunningTool } from '../contract.ts';
import { ToolSet } from '../tool-set.ts';

type Steps = Partial<Omit<RunningTool, 'update'>>;

/** Creates a tool whose steps write to `log`, and then do what `steps` say. */
function testTool(name: ToolName, log: string[], steps: Steps = {}, matching: 'first' | 'all' = 'all') {
  const names = (matches: readonly Match[]): string => matches.map(({ rule }) => rule.name).join('+');
  const { order } = tools.find((tool) => tool.name === name)!;
  const response: RunningTool['response'] = (exchange, received, matches, recordMatch) => {
    log.push(`${name} response ${names(matches)}`);
    return steps.response?.(exchange, received, matches, recordMatch);
  };
  return defineTool({
    name,
    order,
    title: name.toUpperCase(),
    summary: '',
    fields: {},
    matching,
    start: () => ({
      ...steps,
      update: () => {},
      request: (exchange: InterceptedExchange, matches: readonly Match[], recordMatch: RecordMatch) => {
        log.push(`${name} request ${names(matches)}`);
        return steps.request?.(exchange, matches, recordMatch);
      },
      ...('response' in order && { response }),
      finished: (flow: Flow, matches: readonly Match[], recordMatch: RecordMatch) => {
        log.push(`${name} finished ${names(matches)}`);
        steps.finished?.(flow, matches, recordMatch);
      },
    }),
  });
}

const response: SyntheticResponse = { status: 200, reason: '', fields: [], body: Buffer.from('here') };
const respond = (): RequestVerdict => ({ type: 'respond', response });

interface Started {
  readonly hook: ExchangeHook | null;
  readonly exchange: TestExchange;
}

function startExchange(set: ToolSet, given: GivenRequest = {}): Started {
  const exchange = new TestExchange(given);
  return { exchange, hook: set.hooks.exchange?.(exchange.flow) ?? null };
}

async function runExchange(set: ToolSet, given: GivenRequest = {}): Promise<RequestVerdict | null> {
  const { hook, exchange } = startExchange(set, given);
  if (hook === null) return null;
  const verdict = await hook.request(exchange);
  if (verdict.type !== 'abort') await hook.response(exchange, new TestResponse());
  hook.finished(exchange);
  return verdict;
}

describe('the order', () => {
  test('of request, response and end', async () => {
    const log: string[] = [];
    const names = tools.map(({ name }) => name).toReversed();
    const set = new ToolSet(
      toolServices(),
      names.map((name) => testTool(name, log)),
    );
    for (const name of names) set.upsert(name, { name: 'r' });
    expect(await runExchange(set)).toEqual({ type: 'forward' });
    const calls = (step: string): readonly string[] =>
      log.filter((line) => line.includes(` ${step} `)).map((line) => line.split(' ')[0]!);
    expect(calls('request')).toEqual([
      'allowList',
      'blockList',
      'mapRemote',
      'scripting',
      'noCaching',
      'breakpoint',
      'networkConditions',
      'mockSets',
      'mapLocal',
      'dnsSpoofing',
      'alerts',
    ]);
    expect(calls('response')).toEqual([
      'scripting',
      'noCaching',
      'mapRemote',
      'breakpoint',
      'networkConditions',
    ]);
    expect(calls('finished')).toHaveLength(tools.length);
  });

  test('a response from a tool ends the request steps, and passes the response steps', async () => {
    const log: string[] = [];
    const set = new ToolSet(toolServices(), [
      testTool('scripting', log, { request: respond }),
      testTool('breakpoint', log),
      testTool('mapLocal', log),
      testTool('alerts', log),
    ]);
    for (const name of ['scripting', 'breakpoint', 'mapLocal', 'alerts']) set.upsert(name, { name: 'r' });
    expect(await runExchange(set)).toEqual({ type: 'respond', response });
    expect(log.filter((line) => !line.includes('finished'))).toEqual([
      'scripting request r',
      'scripting response r',
      'breakpoint response r',
    ]);
    expect(log).toContain('alerts finished r');
  });

  test('a bypassed exchange passes no other tool', async () => {
    const log: string[] = [];
    const set = new ToolSet(toolServices(), [
      testTool('allowList', log, { request: () => ({ type: 'forward' }) }),
      testTool('mapLocal', log, { request: respond }),
      testTool('scripting', log),
    ]);
    for (const name of ['allowList', 'mapLocal', 'scripting']) set.upsert(name, {});
    expect(await runExchange(set)).toEqual({ type: 'forward' });
    expect(log).toEqual(['allowList request Untitled']);
  });

  test('an abort ends the exchange', async () => {
    const log: string[] = [];
    const abort = { type: 'abort', how: 'reset', reason: 'No.' } as const;
    const set = new ToolSet(toolServices(), [
      testTool('blockList', log, { request: () => abort }),
      testTool('mapLocal', log, { request: respond }),
    ]);
    for (const name of ['blockList', 'mapLocal']) set.upsert(name, { name: 'r' });
    expect(await runExchange(set)).toEqual(abort);
    expect(log).not.toContain('mapLocal request r');
  });

  test('an abort at the response ends the exchange', async () => {
    const log: string[] = [];
    const abort = { type: 'abort', how: 'reset', reason: 'No.' } as const;
    const set = new ToolSet(toolServices(), [
      testTool('scripting', log, { response: () => Promise.resolve(abort) }),
      testTool('breakpoint', log),
    ]);
    for (const name of ['scripting', 'breakpoint']) set.upsert(name, { name: 'r' });
    const { hook, exchange } = startExchange(set);
    await hook?.request(exchange);
    expect(await hook?.response(exchange, new TestResponse())).toEqual(abort);
    expect(log).not.toContain('breakpoint response r');
  });
});

describe('matching', () => {
  test('each tool gets the request as the previous one left it', async () => {
    const log: string[] = [];
    const moved = { scheme: 'https', host: 'b.test', port: 443 } as const;
    const set = new ToolSet(toolServices(), [
      testTool('mapRemote', log, { request: ({ request }) => void (request.target = moved) }),
      testTool('mapLocal', log),
      testTool('breakpoint', log),
    ]);
    set.upsert('mapRemote', { pattern: 'a.test' });
    set.upsert('mapLocal', { pattern: 'https://b.test/x', name: 'new' });
    set.upsert('breakpoint', { pattern: 'a.test', name: 'old' });
    await runExchange(set, { url: 'http://a.test/x' });
    expect(log).toContain('mapLocal request new');
    expect(log).not.toContain('breakpoint request old');
  });

  test('a tool that takes the first match gets only that', async () => {
    const log: string[] = [];
    const set = new ToolSet(toolServices(), [
      testTool('mapLocal', log, {}, 'first'),
      testTool('alerts', log),
    ]);
    for (const name of ['mapLocal', 'alerts']) {
      set.upsert(name, { name: 'off', enabled: false });
      set.upsert(name, { name: 'other', pattern: 'b.test' });
      set.upsert(name, { name: 'one', pattern: '*.test' });
      set.upsert(name, { name: 'two', pattern: 'a.test' });
      set.upsert(name, { name: 'three' });
    }
    await runExchange(set, { url: 'http://a.test/' });
    expect(log).toContain('mapLocal request one');
    expect(log).toContain('alerts finished one+two+three');
  });

  test('captures', () => {
    const log: (readonly string[])[] = [];
    const request = (_: unknown, [match]: readonly Match[]): undefined => void log.push(match!.captures);
    const set = new ToolSet(toolServices(), [testTool('mapLocal', [], { request })]);
    set.upsert('mapLocal', { pattern: 'a.test/*/*' });
    const { hook, exchange } = startExchange(set, { url: 'http://a.test/x/y' });
    void hook?.request(exchange);
    expect(log).toEqual([['http://a.test/x/y', 'x', 'y']]);
  });

  test('a rule that needs a body that is too large is skipped, with a note', async () => {
    const log: string[] = [];
    const set = new ToolSet(toolServices(), [testTool('mapLocal', log, {}, 'first')]);
    const { id } = set.upsert('mapLocal', { name: 'deep', conditions: { body: { value: 'x' } } });
    set.upsert('mapLocal', { name: 'plain' });
    const { hook, exchange } = startExchange(set, { tooLarge: true });
    await hook?.request(exchange);
    expect(log).toEqual(['mapLocal request plain']);
    expect(exchange.flow.matchedRules).toEqual([
      { tool: 'mapLocal', id, name: 'deep', note: 'body too large' },
    ]);
    expect(exchange.flow.tags).toEqual([]);
  });

  test.each<[string, Readonly<Record<string, unknown>>, GivenRequest]>([
    ['pattern', { pattern: 'b.test' }, {}],
    ['pattern of no one host', { pattern: '*.json' }, {}],
    ['method', { methods: ['POST'] }, {}],
    ['header', { conditions: { headers: [{ name: 'x-a' }] } }, {}],
  ])('an exchange that no rule can match by its %s is not intercepted', (_, rule, request) => {
    const set = new ToolSet(toolServices(), [testTool('mapLocal', [])]);
    set.upsert('mapLocal', rule);
    expect(startExchange(set, request).hook).toBeNull();
  });

  test('an exchange keeps its matches when the rules change', async () => {
    const log: string[] = [];
    const set = new ToolSet(toolServices(), [testTool('scripting', log)]);
    const { id } = set.upsert('scripting', { name: 'then' });
    const { hook, exchange } = startExchange(set);
    await hook?.request(exchange);
    set.upsert('scripting', { id, name: 'now', pattern: 'b.test' });
    set.setEnabled('scripting', false);
    await hook?.response(exchange, new TestResponse());
    expect(log).toEqual(['scripting request then', 'scripting response then']);
  });
});

describe('synchronous steps', () => {
  test('finish synchronously when no step waits', () => {
    const set = new ToolSet(toolServices(), [
      testTool('scripting', []),
      testTool('mapLocal', [], { request: respond }),
    ]);
    set.upsert('scripting', {});
    set.upsert('mapLocal', {});
    const { hook, exchange } = startExchange(set);
    expect(hook?.request(exchange)).toEqual({ type: 'respond', response });
    expect(hook?.response(exchange, new TestResponse())).toEqual({ type: 'send' });
  });

  test('run after a step that waits', async () => {
    const log: string[] = [];
    const slow = Promise.withResolvers<undefined>();
    const set = new ToolSet(toolServices(), [
      testTool('scripting', log, { request: () => slow.promise }),
      testTool('mapLocal', log),
    ]);
    for (const name of ['scripting', 'mapLocal']) set.upsert(name, { name: 'r' });
    const { hook, exchange } = startExchange(set);
    const verdict = hook?.request(exchange);
    expect(log).toEqual(['scripting request r']);
    slow.resolve(undefined);
    expect(await verdict).toEqual({ type: 'forward' });
    expect(log).toEqual(['scripting request r', 'mapLocal request r']);
  });
});

describe('errors', () => {
  const fail = (): never => {
    throw new Error('boom');
  };
  test.each([
    ['throws', fail],
    ['rejects', () => Promise.reject(new Error('boom'))],
  ])('of a step that %s are reported, and the exchange goes on', async (_, request) => {
    const log: string[] = [];
    const services = toolServices();
    const set = new ToolSet(services, [testTool('scripting', log, { request }), testTool('mapLocal', log)]);
    for (const name of ['scripting', 'mapLocal']) set.upsert(name, { name: 'r' });
    expect(await runExchange(set, { url: 'http://a.test/x' })).toEqual({ type: 'forward' });
    expect(log).toContain('mapLocal request r');
    expect(services.notices).toEqual([
      {
        channel: 'log',
        title: 'SCRIPTING',
        text: 'failed on http://a.test/x, which went on without it: boom',
      },
    ]);
  });

  test('of response and end steps are reported, too', async () => {
    const services = toolServices();
    const set = new ToolSet(services, [testTool('scripting', [], { response: fail, finished: fail })]);
    set.upsert('scripting', {});
    expect(await runExchange(set)).toEqual({ type: 'forward' });
    expect(services.notices).toHaveLength(2);
  });

  test('no step runs after the client has disconnected', async () => {
    const log: string[] = [];
    const client = new AbortController();
    const services = toolServices();
    const disconnect = (): Promise<never> => {
      client.abort();
      return Promise.reject(new Error('left'));
    };
    const set = new ToolSet(services, [
      testTool('scripting', log, { request: disconnect }),
      testTool('mapLocal', log),
    ]);
    for (const name of ['scripting', 'mapLocal']) set.upsert(name, { name: 'r' });
    const { hook, exchange } = startExchange(set, { signal: client.signal });
    expect(await hook?.request(exchange)).toEqual({ type: 'forward' });
    expect(log).toEqual(['scripting request r']);
    expect(services.notices).toEqual([]);
  });
});

describe('matches', () => {
  test('list each tool once in the tags, each rule and note once', async () => {
    const recordMatch = (_: unknown, matches: readonly Match[], note: RecordMatch): undefined => {
      for (const { rule } of matches) note(rule);
    };
    const set = new ToolSet(toolServices(), [
      testTool('breakpoint', [], {
        request: recordMatch,
        response: (_exchange, _response, matches, note) => {
          note(matches[0]!.rule);
          note(matches[0]!.rule, 'edited');
          return undefined;
        },
      }),
    ]);
    const first = set.upsert('breakpoint', { name: 'one' }).id;
    const second = set.upsert('breakpoint', { name: 'two' }).id;
    const { hook, exchange } = startExchange(set);
    const before = exchange.flow.revision;
    await hook?.request(exchange);
    await hook?.response(exchange, new TestResponse());
    expect(exchange.flow.tags).toEqual(['BREAKPOINT']);
    expect(exchange.flow.matchedRules).toEqual([
      { tool: 'breakpoint', id: first, name: 'one' },
      { tool: 'breakpoint', id: second, name: 'two' },
      { tool: 'breakpoint', id: first, name: 'one', note: 'edited' },
    ]);
    expect(exchange.flow.revision).toBeGreaterThan(before);
  });
});

describe('recording', () => {
  const hidingSet = (): ToolSet =>
    new ToolSet(toolServices(), [testTool('blockList', [], { records: (matches) => matches.length === 0 })]);

  test('is decided at once when the head is enough', () => {
    const set = hidingSet();
    set.upsert('blockList', { pattern: 'a.test' });
    set.upsert('blockList', { methods: ['POST'] });
    expect(startExchange(set, { url: 'http://a.test/' }).hook?.recorded).toBe(false);
    expect(startExchange(set, { url: 'http://b.test/' }).hook).toBeNull();
  });

  test('is decided later when a rule needs the body', async () => {
    const set = hidingSet();
    set.upsert('blockList', { conditions: { body: { value: 'secret' } } });
    const { hook, exchange } = startExchange(set, { body: 'a secret' });
    expect(hook?.recorded).toBe(true);
    await hook?.request(exchange);
    expect(exchange.flow.unrecorded).toBe(true);
  });

  test('replayed requests are always recorded', () => {
    const set = hidingSet();
    set.upsert('blockList', {});
    const { target, request } = capturedFlow();
    const flow = new Flow({
      id: 9,
      client: new Client('127.0.0.1', 1, true),
      method: 'GET',
      target,
      request,
      decrypted: false,
      startedAt: 0,
    });
    expect(set.hooks.exchange?.(flow)?.recorded).toBe(true);
  });
});

describe('WebSockets', () => {
  test('messages pass each intercepting tool, in order', async () => {
    const interceptor = (text: string): Steps => ({
      watchesWebSocket: () => true,
      webSocketMessage: (_, message) =>
        message.kind === 'text' ? { ...message, data: message.data + text } : null,
    });
    const set = new ToolSet(toolServices(), [
      testTool('scripting', [], interceptor('1')),
      testTool('alerts', [], interceptor('2')),
      testTool('mapLocal', []),
    ]);
    set.upsert('scripting', {});
    set.upsert('alerts', { pattern: 'b.test' });
    const { hook, exchange } = startExchange(set, { upgrades: true });
    await hook?.request(exchange);
    const { flow } = exchange;
    expect(set.hooks.watchesWebSocket?.(flow)).toBe(true);
    const message = { direction: 'sent', kind: 'text', data: 'x' } as const;
    expect(await set.hooks.webSocketMessage?.(flow, message)).toEqual({ ...message, data: 'x1' });
    const bytes = { direction: 'sent', kind: 'binary', data: Buffer.from('x') } as const;
    expect(await set.hooks.webSocketMessage?.(flow, bytes)).toBeNull();
    const other = capturedFlow({ id: 8 });
    expect(set.hooks.watchesWebSocket?.(other)).toBe(false);
    expect(await set.hooks.webSocketMessage?.(other, message)).toEqual(message);
  });
});

describe('conditions on the response', () => {
  const withStatus = (name: string, ...statuses: readonly (number | string)[]): object => ({
    name,
    conditions: { response: { statuses } },
  });

  test('keep a rule out of the request, and decide when the response is there', async () => {
    const log: string[] = [];
    const tool = { ...testTool('mapRemote', log), matchesResponses: true as const };
    const set = new ToolSet(toolServices(), [tool]);
    set.upsert('mapRemote', withStatus('404', 404));
    set.upsert('mapRemote', { name: 'any' });
    set.upsert('mapRemote', withStatus('2xx', '2xx'));
    await runExchange(set);
    expect(log).toEqual([
      'mapRemote request any',
      'mapRemote response any+2xx',
      'mapRemote finished any+2xx',
    ]);
  });

  test('are tested on the captured response by a tool that sees no other', async () => {
    const log: string[] = [];
    const tool = { ...testTool('alerts', log), matchesResponses: true as const };
    const set = new ToolSet(toolServices(), [tool]);
    set.upsert('alerts', withStatus('gone', 404));
    set.upsert('alerts', withStatus('there', 200));
    const response = { head: ['HTTP/1.1 200 OK'], body: 'x' };
    await runExchange(set, { flow: capturedFlow({ response }) });
    await vi.waitFor(() => expect(log).toEqual(['alerts finished there']));
    log.length = 0;
    await runExchange(set, { flow: capturedFlow({ response: null, state: 'failed' }) });
    expect(log).toEqual([]);
  });

  test('do not match an event stream by its body', async () => {
    const log: string[] = [];
    const set = new ToolSet(toolServices(), [
      { ...testTool('mapRemote', log), matchesResponses: true as const },
    ]);
    set.upsert('mapRemote', { name: 'r', conditions: { response: { body: { value: 'x' } } } });
    const { hook, exchange } = startExchange(set);
    await hook!.request(exchange);
    await hook!.response(exchange, new TestResponse({ isEventStream: true, body: 'x' }));
    expect(log).toEqual([]);
    expect(exchange.flow.matchedRules).toMatchObject([{ name: 'r', note: 'body too large' }]);
  });

  test('are refused by tools that act before', () => {
    const set = new ToolSet(toolServices());
    for (const name of ['blockList', 'allowList', 'mapLocal', 'dnsSpoofing', 'networkConditions', 'mockSets'])
      expect(() => set.upsert(name, withStatus('r', 404)), name).toThrow(
        'give no conditions on the response, since',
      );
    expect(() => set.upsert('breakpoint', { ...withStatus('r', 404), stage: 'request' })).toThrow('stage is');
    expect(() => set.upsert('mapRemote', { ...withStatus('r', 404), to: { host: 'b.test' } })).toThrow(
      'give no new destination',
    );
    for (const name of ['breakpoint', 'mapRemote', 'scripting', 'alerts'])
      set.upsert(name, withStatus('r', 404));
  });
});
