import { describe, expect, test } from 'vitest';
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
import { defineTool, type RecordMatch, type Match, type RunningTool } from '../contract.ts';
import { ToolSet } from '../tool-set.ts';

type Steps = Partial<Omit<RunningTool, 'update'>>;

/** A tool that writes down each step into `log`, beside what `steps` do. */
function little(name: ToolName, log: string[], steps: Steps = {}, matching: 'first' | 'all' = 'all') {
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
      request: (exchange: InterceptedExchange, matches: readonly Match[], mark: RecordMatch) => {
        log.push(`${name} request ${names(matches)}`);
        return steps.request?.(exchange, matches, mark);
      },
      ...('response' in order && { response }),
      finished: (flow: Flow, matches: readonly Match[], mark: RecordMatch) => {
        log.push(`${name} finished ${names(matches)}`);
        steps.finished?.(flow, matches, mark);
      },
    }),
  });
}

const answer: SyntheticResponse = { status: 200, reason: '', fields: [], body: Buffer.from('here') };
const answers = (): RequestVerdict => ({ type: 'respond', response: answer });

interface Started {
  readonly hook: ExchangeHook | null;
  readonly exchange: TestExchange;
}

function begin(set: ToolSet, given: GivenRequest = {}): Started {
  const exchange = new TestExchange(given);
  return { exchange, hook: set.hooks.exchange?.(exchange.flow) ?? null };
}

async function passed(set: ToolSet, given: GivenRequest = {}): Promise<RequestVerdict | null> {
  const { hook, exchange } = begin(set, given);
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
      names.map((name) => little(name, log)),
    );
    for (const name of names) set.upsert(name, { name: 'r' });
    expect(await passed(set)).toEqual({ type: 'forward' });
    const asked = (step: string): readonly string[] =>
      log.filter((line) => line.includes(` ${step} `)).map((line) => line.split(' ')[0]!);
    expect(asked('request')).toEqual([
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
    expect(asked('response')).toEqual([
      'scripting',
      'noCaching',
      'mapRemote',
      'breakpoint',
      'networkConditions',
    ]);
    expect(asked('finished')).toHaveLength(tools.length);
  });

  test('what answers ends the request, and the answer passes the response steps', async () => {
    const log: string[] = [];
    const set = new ToolSet(toolServices(), [
      little('scripting', log, { request: answers }),
      little('breakpoint', log),
      little('mapLocal', log),
      little('alerts', log),
    ]);
    for (const name of ['scripting', 'breakpoint', 'mapLocal', 'alerts']) set.upsert(name, { name: 'r' });
    expect(await passed(set)).toEqual({ type: 'respond', response: answer });
    expect(log.filter((line) => !line.includes('finished'))).toEqual([
      'scripting request r',
      'scripting response r',
      'breakpoint response r',
    ]);
    expect(log).toContain('alerts finished r');
  });

  test('what is let go at once is seen by no other tool', async () => {
    const log: string[] = [];
    const set = new ToolSet(toolServices(), [
      little('allowList', log, { request: () => ({ type: 'forward' }) }),
      little('mapLocal', log, { request: answers }),
      little('scripting', log),
    ]);
    for (const name of ['allowList', 'mapLocal', 'scripting']) set.upsert(name, {});
    expect(await passed(set)).toEqual({ type: 'forward' });
    expect(log).toEqual(['allowList request Untitled']);
  });

  test('an abort ends the exchange', async () => {
    const log: string[] = [];
    const abort = { type: 'abort', how: 'reset', reason: 'No.' } as const;
    const set = new ToolSet(toolServices(), [
      little('blockList', log, { request: () => abort }),
      little('mapLocal', log, { request: answers }),
    ]);
    for (const name of ['blockList', 'mapLocal']) set.upsert(name, { name: 'r' });
    expect(await passed(set)).toEqual(abort);
    expect(log).not.toContain('mapLocal request r');
  });

  test('an abort of the response too', async () => {
    const log: string[] = [];
    const abort = { type: 'abort', how: 'reset', reason: 'No.' } as const;
    const set = new ToolSet(toolServices(), [
      little('scripting', log, { response: () => Promise.resolve(abort) }),
      little('breakpoint', log),
    ]);
    for (const name of ['scripting', 'breakpoint']) set.upsert(name, { name: 'r' });
    const { hook, exchange } = begin(set);
    await hook?.request(exchange);
    expect(await hook?.response(exchange, new TestResponse())).toEqual(abort);
    expect(log).not.toContain('breakpoint response r');
  });
});

describe('matching', () => {
  test('each tool sees the request as the ones before left it', async () => {
    const log: string[] = [];
    const moved = { scheme: 'https', host: 'b.test', port: 443 } as const;
    const set = new ToolSet(toolServices(), [
      little('mapRemote', log, { request: ({ request }) => void (request.target = moved) }),
      little('mapLocal', log),
      little('breakpoint', log),
    ]);
    set.upsert('mapRemote', { pattern: 'a.test' });
    set.upsert('mapLocal', { pattern: 'https://b.test/x', name: 'new' });
    set.upsert('breakpoint', { pattern: 'a.test', name: 'old' });
    await passed(set, { url: 'http://a.test/x' });
    expect(log).toContain('mapLocal request new');
    expect(log).not.toContain('breakpoint request old');
  });

  test('of a tool whose first match counts, only that', async () => {
    const log: string[] = [];
    const set = new ToolSet(toolServices(), [little('mapLocal', log, {}, 'first'), little('alerts', log)]);
    for (const name of ['mapLocal', 'alerts']) {
      set.upsert(name, { name: 'off', enabled: false });
      set.upsert(name, { name: 'other', pattern: 'b.test' });
      set.upsert(name, { name: 'one', pattern: '*.test' });
      set.upsert(name, { name: 'two', pattern: 'a.test' });
      set.upsert(name, { name: 'three' });
    }
    await passed(set, { url: 'http://a.test/' });
    expect(log).toContain('mapLocal request one');
    expect(log).toContain('alerts finished one+two+three');
  });

  test('captures', () => {
    const log: (readonly string[])[] = [];
    const request = (_: unknown, [match]: readonly Match[]): undefined => void log.push(match!.captures);
    const set = new ToolSet(toolServices(), [little('mapLocal', [], { request })]);
    set.upsert('mapLocal', { pattern: 'a.test/*/*' });
    const { hook, exchange } = begin(set, { url: 'http://a.test/x/y' });
    void hook?.request(exchange);
    expect(log).toEqual([['http://a.test/x/y', 'x', 'y']]);
  });

  test('a rule that would need a body that is too large is skipped, and says so', async () => {
    const log: string[] = [];
    const set = new ToolSet(toolServices(), [little('mapLocal', log, {}, 'first')]);
    const { id } = set.upsert('mapLocal', { name: 'deep', conditions: { body: { value: 'x' } } });
    set.upsert('mapLocal', { name: 'plain' });
    const { hook, exchange } = begin(set, { tooLarge: true });
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
  ])('an exchange that no rule can match by its %s is not touched', (_, rule, request) => {
    const set = new ToolSet(toolServices(), [little('mapLocal', [])]);
    set.upsert('mapLocal', rule);
    expect(begin(set, request).hook).toBeNull();
  });

  test('an exchange goes on with what it matched', async () => {
    const log: string[] = [];
    const set = new ToolSet(toolServices(), [little('scripting', log)]);
    const { id } = set.upsert('scripting', { name: 'then' });
    const { hook, exchange } = begin(set);
    await hook?.request(exchange);
    set.upsert('scripting', { id, name: 'now', pattern: 'b.test' });
    set.setEnabled('scripting', false);
    await hook?.response(exchange, new TestResponse());
    expect(log).toEqual(['scripting request then', 'scripting response then']);
  });
});

describe('quickness', () => {
  test('while no step waits, nothing does', () => {
    const set = new ToolSet(toolServices(), [
      little('scripting', []),
      little('mapLocal', [], { request: answers }),
    ]);
    set.upsert('scripting', {});
    set.upsert('mapLocal', {});
    const { hook, exchange } = begin(set);
    expect(hook?.request(exchange)).toEqual({ type: 'respond', response: answer });
    expect(hook?.response(exchange, new TestResponse())).toEqual({ type: 'send' });
  });

  test('a step that waits holds those after it', async () => {
    const log: string[] = [];
    const slow = Promise.withResolvers<undefined>();
    const set = new ToolSet(toolServices(), [
      little('scripting', log, { request: () => slow.promise }),
      little('mapLocal', log),
    ]);
    for (const name of ['scripting', 'mapLocal']) set.upsert(name, { name: 'r' });
    const { hook, exchange } = begin(set);
    const verdict = hook?.request(exchange);
    expect(log).toEqual(['scripting request r']);
    slow.resolve(undefined);
    expect(await verdict).toEqual({ type: 'forward' });
    expect(log).toEqual(['scripting request r', 'mapLocal request r']);
  });
});

describe('faults', () => {
  const boom = (): never => {
    throw new Error('boom');
  };
  test.each([
    ['throws', boom],
    ['rejects', () => Promise.reject(new Error('boom'))],
  ])('a step that %s is told, and the exchange goes on', async (_, request) => {
    const log: string[] = [];
    const services = toolServices();
    const set = new ToolSet(services, [little('scripting', log, { request }), little('mapLocal', log)]);
    for (const name of ['scripting', 'mapLocal']) set.upsert(name, { name: 'r' });
    expect(await passed(set, { url: 'http://a.test/x' })).toEqual({ type: 'forward' });
    expect(log).toContain('mapLocal request r');
    expect(services.notices).toEqual([
      {
        channel: 'log',
        title: 'SCRIPTING',
        text: 'failed on http://a.test/x, which went on without it: boom',
      },
    ]);
  });

  test('at the response and at the end too', async () => {
    const services = toolServices();
    const set = new ToolSet(services, [little('scripting', [], { response: boom, finished: boom })]);
    set.upsert('scripting', {});
    expect(await passed(set)).toEqual({ type: 'forward' });
    expect(services.notices).toHaveLength(2);
  });

  test('after the client has left nothing goes on', async () => {
    const log: string[] = [];
    const client = new AbortController();
    const services = toolServices();
    const leave = (): Promise<never> => {
      client.abort();
      return Promise.reject(new Error('left'));
    };
    const set = new ToolSet(services, [
      little('scripting', log, { request: leave }),
      little('mapLocal', log),
    ]);
    for (const name of ['scripting', 'mapLocal']) set.upsert(name, { name: 'r' });
    const { hook, exchange } = begin(set, { signal: client.signal });
    expect(await hook?.request(exchange)).toEqual({ type: 'forward' });
    expect(log).toEqual(['scripting request r']);
    expect(services.notices).toEqual([]);
  });
});

describe('marks', () => {
  test('each tool once in the tags, each rule and note once', async () => {
    const mark = (_: unknown, matches: readonly Match[], note: RecordMatch): undefined => {
      for (const { rule } of matches) note(rule);
    };
    const set = new ToolSet(toolServices(), [
      little('breakpoint', [], {
        request: mark,
        response: (_exchange, _response, matches, note) => {
          note(matches[0]!.rule);
          note(matches[0]!.rule, 'edited');
          return undefined;
        },
      }),
    ]);
    const first = set.upsert('breakpoint', { name: 'one' }).id;
    const second = set.upsert('breakpoint', { name: 'two' }).id;
    const { hook, exchange } = begin(set);
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
  const hiding = (): ToolSet =>
    new ToolSet(toolServices(), [little('blockList', [], { records: (matches) => matches.length === 0 })]);

  test('what the head tells is known at once', () => {
    const set = hiding();
    set.upsert('blockList', { pattern: 'a.test' });
    set.upsert('blockList', { methods: ['POST'] });
    expect(begin(set, { url: 'http://a.test/' }).hook?.recorded).toBe(false);
    expect(begin(set, { url: 'http://b.test/' }).hook).toBeNull();
  });

  test('what the body tells is known later', async () => {
    const set = hiding();
    set.upsert('blockList', { conditions: { body: { value: 'secret' } } });
    const { hook, exchange } = begin(set, { body: 'a secret' });
    expect(hook?.recorded).toBe(true);
    await hook?.request(exchange);
    expect(exchange.flow.unrecorded).toBe(true);
  });

  test('the answer to a request that is sent again is always recorded', () => {
    const set = hiding();
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
  test('messages pass each tool that watches, in order', async () => {
    const watching = (text: string): Steps => ({
      watchesWebSocket: () => true,
      webSocketMessage: (_, message) =>
        message.kind === 'text' ? { ...message, data: message.data + text } : null,
    });
    const set = new ToolSet(toolServices(), [
      little('scripting', [], watching('1')),
      little('alerts', [], watching('2')),
      little('mapLocal', []),
    ]);
    set.upsert('scripting', {});
    set.upsert('alerts', { pattern: 'b.test' });
    const { hook, exchange } = begin(set, { upgrades: true });
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
