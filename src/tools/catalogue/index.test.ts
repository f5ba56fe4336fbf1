// Requirements that hold for every tool of the registry.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toolServices } from '../../../test/helpers/tools.ts';
import { TestExchange, TestResponse } from '../../../test/helpers/interception.ts';
import { Flow } from '../../flow/flow.ts';
import { defineTool, type RunningTool, type StepOrder, type Tool } from '../contract.ts';
import { tools } from './index.ts';
import { ruleFields } from '../rules/rule.ts';
import { ruleSchema } from '../rules/schema.ts';
import { ToolSet } from '../tool-set.ts';

const root = join(import.meta.dirname, '../../..');

function page(name: string): string {
  const kebab = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return readFileSync(join(root, 'docs/tools', `${kebab}.md`), 'utf8');
}

/** Names of the tools that have a place among these steps, in order. */
function inOrder(step: keyof StepOrder): readonly string[] {
  const places = tools.map(({ name, order }: Tool) => ({ name, position: order[step] }));
  return places
    .filter(({ position }) => position !== undefined)
    .toSorted((a, b) => a.position! - b.position!)
    .map(({ name }) => name);
}

test('each tool is registered once', () => {
  const names = tools.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

describe('the order of evaluation', () => {
  test('of requests, which the registry follows', () => {
    expect(inOrder('request')).toEqual([
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
    expect(tools.map(({ name }) => name)).toEqual(inOrder('request'));
  });

  test('of responses', () => {
    expect(inOrder('response')).toEqual([
      'scripting',
      'noCaching',
      'mapRemote',
      'breakpoint',
      'networkConditions',
    ]);
  });

  test('of tunnels', () => {
    expect(inOrder('tunnel')).toEqual([
      'allowList',
      'blockList',
      'dnsSpoofing',
      'networkConditions',
      'alerts',
    ]);
  });

  test.each(['request', 'response', 'tunnel'] as const)('no two tools share a place: %s', (step) => {
    const places = tools.flatMap(({ order }: Tool) => order[step] ?? []);
    expect(new Set(places).size).toBe(places.length);
  });

  test.each(['response', 'tunnel'] as const)('a step without a place is an error: %s', (step) => {
    const tool = defineTool({
      name: 'careless',
      title: 'Careless',
      summary: '',
      order: { request: 1 },
      fields: {},
      matching: 'all',
      start: (): RunningTool => ({ update: () => undefined, [step]: () => undefined }),
    });
    const set = new ToolSet(toolServices(), [tool]);
    expect(() => set.setEnabled('careless', true)).toThrow(
      `the tool careless implements ${step}, which needs a place: add order.${step}`,
    );
  });
});

const STEPS = [
  'records',
  'request',
  'response',
  'finished',
  'tunnel',
  'mayDecrypt',
  'watchesWebSocket',
  'webSocketMessage',
] as const;

/** Replaces the implemented steps of a tool with ones that only record their calls. */
function observedSteps(running: RunningTool, called: Set<string>): RunningTool {
  const step = <T>(name: string, result: T): (() => T) => {
    called.add(`implements ${name}`);
    return () => {
      called.add(name);
      return result;
    };
  };
  const results = { records: true, mayDecrypt: true, watchesWebSocket: true, webSocketMessage: MESSAGE };
  const steps = STEPS.filter((name) => running[name] !== undefined).map((name) => [
    name,
    step<unknown>(name, name in results ? results[name as keyof typeof results] : undefined),
  ]);
  return { update: () => undefined, interceptsAll: true, ...Object.fromEntries(steps) } as RunningTool;
}

const MESSAGE = { direction: 'sent', kind: 'text', data: 'x' } as const;

/** Runs an exchange, a WebSocket and a tunnel through the hooks of a tool set. */
async function exercise({ hooks }: ToolSet): Promise<void> {
  const exchange = new TestExchange({ url: 'http://example.com/', upgrades: true });
  const { flow } = exchange;
  const hook = hooks.exchange?.(flow);
  await hook?.request(exchange);
  await hook?.response(exchange, new TestResponse());
  if (hooks.watchesWebSocket?.(flow) === true) await hooks.webSocketMessage?.(flow, MESSAGE);
  hook?.finished(exchange);
  hooks.mayDecrypt?.('example.com', 443, flow.client);
  const { client, target } = flow;
  const tunnel = new Flow({
    id: 2,
    client,
    method: 'CONNECT',
    target,
    request: null,
    decrypted: false,
    startedAt: 0,
  });
  hooks.tunnel?.(tunnel)?.finished(tunnel);
}

const NAMED = [{ name: '', op: 'exists', value: '' }];
const CONDITIONS = {
  query: NAMED,
  headers: NAMED,
  cookies: NAMED,
  body: { op: 'contains', path: '', value: null },
  graphqlOperation: null,
  app: null,
  clientIP: null,
  host: null,
  protocol: null,
  excludePattern: null,
  not: null,
  any: null,
  response: { statuses: [], headers: NAMED, body: { op: 'contains', path: '', value: null } },
  first: null,
  every: null,
  probability: null,
};

test('the examples show the fields of lists', () => {
  const example = (tool: Tool): unknown => ruleSchema(tool)?.example;
  const named = (name: string): unknown => example(tools.find((tool) => tool.name === name)!);
  expect(named('mockSets')).toMatchObject({
    mocks: [
      { id: '', pattern: '*', status: 200, headers: [{ name: '', value: '' }], conditions: CONDITIONS },
    ],
  });
  expect(named('mapRemote')).toMatchObject({
    requestHeaders: [{ op: 'set', name: '', value: '' }],
    replaceResponseBody: [{ find: '', regex: false, replace: '' }],
    to: { scheme: null },
  });
});

describe.each<Tool>(tools)('$title', (tool) => {
  const schema = ruleSchema(tool);

  test('is documented with every field of its rules', () => {
    const text = page(tool.name);
    expect(text).toContain(`# ${tool.title}`);
    for (const field of Object.keys(tool.fields ?? {})) expect(text).toContain(`\`${field}\``);
  });

  test('every step that it implements is reached', async () => {
    const called = new Set<string>();
    const original = tool.start(toolServices());
    const observed: Tool = { ...tool, start: () => observedSteps(original, called) };
    const set = new ToolSet(toolServices(), [observed]);
    set.setEnabled(tool.name, true);
    if (schema !== null) set.upsert(tool.name, {});
    await exercise(set);
    const implemented = STEPS.filter((step) => called.has(`implements ${step}`));
    expect(implemented).not.toEqual([]);
    expect(implemented.filter((step) => !called.has(step))).toEqual([]);
    await original.close?.();
  });

  test('does nothing while it is off', async () => {
    const set = new ToolSet(toolServices(), [tool]);
    const hooks = (): readonly unknown[] => Object.values(set.hooks).filter((hook) => hook !== undefined);
    expect(hooks()).toEqual([]);
    set.setEnabled(tool.name, true);
    if (schema !== null) set.upsert(tool.name, {});
    expect(hooks()).not.toEqual([]);
    set.setEnabled(tool.name, false);
    expect(hooks()).toEqual([]);
    await set.close();
  });

  test.runIf(schema !== null)('its example rule is valid and lists every field', async () => {
    const set = new ToolSet(toolServices(), [tool]);
    const { exampleRule } = set.list(tool.title)[0]!;
    const without = new Set<string>(tool.without);
    const fields = [...Object.keys(ruleFields), ...Object.keys(tool.fields ?? {})];
    expect(Object.keys(exampleRule!)).toEqual(fields.filter((field) => !without.has(field)));
    // What is blank in the example is left out, so the rule is one with the defaults.
    const rule = set.upsert(tool.name, exampleRule);
    expect(rule).toEqual({ ...set.upsert(tool.name, {}), id: rule.id });
    expect(Object.keys(exampleRule!['conditions'] as object)).toEqual(Object.keys(CONDITIONS));
    expect(exampleRule!['conditions']).toMatchObject(CONDITIONS);
    expect(JSON.parse(JSON.stringify(exampleRule))).toEqual(exampleRule);
    await set.close();
  });

  test('is restored from a stored state unchanged', async () => {
    const set = new ToolSet(toolServices(), [tool]);
    set.setEnabled(tool.name, true);
    if (schema !== null) {
      set.upsert(tool.name, { name: 'one', conditions: { host: 'a.test' } });
      set.upsert(tool.name, { name: 'two', enabled: false });
    }
    const state = JSON.parse(JSON.stringify(set.state()));
    const other = new ToolSet(toolServices(), [tool]);
    other.load(state);
    expect(other.state()).toEqual(state);
    expect(other.list()).toEqual(set.list());
    await Promise.all([set.close(), other.close()]);
  });

  test.runIf(schema !== null)('an error names an unknown field', () => {
    const set = new ToolSet(toolServices(), [tool]);
    expect(() => set.upsert(tool.name, { nmae: 'x' })).toThrow(
      `nmae is not a field of ${tool.title} rules: did you mean name?`,
    );
  });
});
