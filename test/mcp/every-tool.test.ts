// Every tool, called with right and with wrong arguments: beside a running app, beside a headless run, and alone.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, describe, expect, test } from 'vitest';
import { tools } from '../../src/mcp/tools/index.ts';
import { startTestApp } from '../helpers/app.ts';
import { ask } from '../helpers/ask.ts';
import { startAssistant, startFirstAssistant, type Assistant, type Called } from '../helpers/assistant.ts';
import { startCli } from '../helpers/cli.ts';
import { temporaryHome } from '../helpers/home.ts';
import { startOrigin } from '../helpers/origin.ts';
import { until } from '../helpers/waiting.ts';
import { toolCalls, type CallContext, type ToolCall } from './tool-calls.ts';
import { sampled } from '../helpers/scale.ts';

const origin = await startOrigin((request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ url: request.url }));
});

afterAll(() => origin.close());

test('there is one call for each tool', () => {
  expect(toolCalls.map(({ tool }) => tool).toSorted()).toEqual(tools.map(({ name }) => name).toSorted());
});

/** Creates the folder of the workspace, in a Git repository with a name for commits. */
function workspaceIn(home: string): string {
  const folder = join(home, 'Workspace');
  mkdirSync(folder, { recursive: true });
  for (const args of [
    ['init', '-q'],
    ['config', 'user.name', 'Test'],
    ['config', 'user.email', 'a@b.test'],
  ])
    expect(spawnSync('git', args, { cwd: folder }).status).toBe(0);
  return folder;
}

/** An assistant with a client of either generation of the library. */
type Caller = Pick<Assistant, 'call'> & {
  readonly client: { readonly listTools: () => Promise<{ readonly tools: readonly Listed[] }> };
};

interface Listed {
  readonly name: string;
  readonly inputSchema: object;
  readonly outputSchema?: object | undefined;
}

/** Validates structured results by the schemas that `tools/list` shows. */
async function checkerOf({ client }: Caller): Promise<(tool: string, called: Called) => void> {
  const ajv = new Ajv2020({ strict: false });
  const { tools } = await client.listTools();
  const schemas = new Map(tools.map(({ name, outputSchema }) => [name, ajv.compile(outputSchema!)]));
  return (tool, { value, text }) => {
    // Clients that hand on the text alone, or the structured content alone, hand on everything.
    const { notice = '', ...content } = value;
    const [notices = '', ...json] = text.split('\n');
    expect(JSON.parse(json.join('\n')), tool).toEqual(content);
    expect(notices.endsWith(notice), tool).toBe(true);
    const validate = schemas.get(tool)!;
    expect(validate(value), `${tool}: ${JSON.stringify([validate.errors, value]).slice(0, 600)}`).toBe(true);
    expect(JSON.stringify(value).length, tool).toBeLessThanOrEqual(100_000);
  };
}

/** Sentences to be said where a tool finds no proxy, or one that is not the app. */
const START: Readonly<Record<Exclude<ToolCall['needs'], 'nothing'>, RegExp>> = {
  proxy: /Is the app \(or a headless run\) running|proxyctl app/,
  app: /Is the app|proxyctl app/,
};

/** Calls every tool; those for which `runs` is false must say what to start. */
async function callAll(
  assistant: Caller,
  context: CallContext,
  runs: (needs: ToolCall['needs']) => boolean,
): Promise<void> {
  const check = await checkerOf(assistant);
  for (const { tool, needs, args } of toolCalls) {
    const isServed = needs === 'nothing' || runs(needs);
    const given = isServed ? await args(context) : standIns(await args({ ...context, pause: idOfPause }));
    const called = await assistant.call(tool, given);
    expect(called.isError, `${tool} ${JSON.stringify(given)}: ${called.text}`).toBe(!isServed);
    if (isServed) check(tool, called);
    else expect(called.text, tool).toMatch(START[needs]);
    context.results.set(tool, called.value);
  }
}

/** Returns a value of the type that a schema asks for. */
function fittingValue(schema: unknown): unknown {
  const { type, enum: choices } = schema as { readonly type?: string; readonly enum?: readonly unknown[] };
  if (choices !== undefined) return choices[0];
  const values: Readonly<Record<string, unknown>> = { integer: 200, boolean: true, array: [], object: {} };
  return values[type ?? ''] ?? 'x';
}

/** Returns a value that no parameter with this schema accepts. */
function wrongValue(schema: unknown): unknown {
  return (schema as { readonly type?: string }).type === 'array' ? 'wrong' : [{ wrong: [] }];
}

const idOfPause = (): Promise<string> => Promise.resolve('1');

/** Returns arguments of the right types where nothing is captured. */
function standIns(args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, value ?? 1]));
}

/** Calls every tool with what it does not take: an unknown parameter, each with a wrong value, each left out. */
async function callWrongly({ client, call }: Caller): Promise<void> {
  const { tools } = await client.listTools();
  for (const { name, inputSchema } of tools) {
    const { properties = {}, required = [] } = inputSchema as InputSchema;
    const fitting = Object.fromEntries(required.map((each) => [each, fittingValue(properties[each])]));
    await refused(name, { noSuchThing: 1 }, 'noSuchThing');
    for (const parameter of Object.keys(properties)) {
      const wrong = wrongValue(properties[parameter]);
      await refused(name, { ...fitting, [parameter]: wrong }, parameter);
    }
    for (const parameter of required) {
      const rest = Object.entries(fitting).filter(([each]) => each !== parameter);
      await refused(name, Object.fromEntries(rest), parameter);
    }
  }

  async function refused(name: string, args: Record<string, unknown>, named: string): Promise<void> {
    const called = await call(name, args);
    expect(called.isError, `${name} ${JSON.stringify(args)}`).toBe(true);
    expect(called.text, name).toContain(named);
  }
}

interface InputSchema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

/** Starts an app with two captured requests. */
async function startContext(): Promise<CallContext & AsyncDisposable> {
  const { home, app, via, result, close } = await startTestApp();
  const held: Promise<unknown>[] = [];
  for (const path of ['/first', '/second']) await via(`${origin.http}${path}`);
  return {
    home,
    folder: workspaceIn(home),
    origin: origin.http,
    requests: app.traffic.newest().map(({ id }) => id),
    results: new Map(),
    async pause() {
      held.push(via(`${origin.http}/held`));
      const paused = async (): Promise<readonly { readonly id: string }[]> => result('list_paused');
      await until('the pause', async () => (await paused()).length > 0);
      return (await paused())[0]!.id;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(held);
      await close();
    },
  };
}

describe.each(
  sampled<readonly [string, typeof startAssistant | typeof startFirstAssistant]>(
    [
      ['second', startAssistant],
      ['first', startFirstAssistant],
    ],
    1,
  ),
)('a client of the %s generation', (_, start) => {
  test('beside the app', { timeout: 120_000, tags: ['full'] }, async () => {
    await using context = await startContext();
    await using assistant = await start({ home: context.home });
    await callAll(assistant, context, () => true);
    await callWrongly(assistant);
  });

  test(
    'beside a headless run: requests and the workspace, and what needs the app says so',
    { timeout: 120_000, tags: ['full'] },
    async () => {
      using home = temporaryHome();
      await using proxy = startCli(['run', '--port', '0'], { home: home.path });
      const [, port] = await proxy.saying(/127\.0\.0\.1:(\d+)/);
      await using assistant = await start({ home: home.path, args: ['--port', port!] });
      for (const path of ['/first', '/second']) await ask(`${origin.http}${path}`, { via: Number(port) });
      const { items } = (await assistant.call('list_requests')).value;
      const requests = items.map(({ id }: { readonly id: number }) => id) as readonly number[];
      const folder = workspaceIn(home.path);
      const context = { home: home.path, folder, origin: origin.http, requests, results: new Map() };
      await callAll(assistant, context, (needs) => needs === 'proxy');
      await callWrongly(assistant);
    },
  );

  test(
    'alone: the workspace, and what needs a proxy says what to start',
    { timeout: 120_000, tags: ['full'] },
    async () => {
      using home = temporaryHome();
      await using assistant = await start({ home: home.path });
      const folder = workspaceIn(home.path);
      const context = { home: home.path, folder, origin: origin.http, requests: [], results: new Map() };
      await callAll(assistant, context, () => false);
      await callWrongly(assistant);
    },
  );
});
