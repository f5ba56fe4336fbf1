// The five prompts, played through as an assistant would: each step uses what earlier steps returned.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTestApp, type TestApp } from './app.ts';
import { startAssistant, type Assistant, type Called } from './assistant.ts';

/** A call of a tool, and what came back. */
export interface Step extends Called {
  readonly asked: string;
}

export interface Played {
  readonly prompt: string;
  readonly messages: readonly Message[];
  readonly steps: readonly Step[];
  /** The outcome that the prompt asks for. */
  readonly found: unknown;
}

interface Message {
  readonly content:
    | { readonly type: 'text'; readonly text: string }
    | { readonly type: 'resource'; readonly resource: { readonly uri: string; readonly text: string } };
}

type Call = (tool: string, args?: Record<string, unknown>) => Promise<Called['value']>;

interface Play {
  readonly prompt: string;
  readonly args: (scene: Scene) => Record<string, string>;
  readonly play: (call: Call, scene: Scene) => Promise<unknown>;
}

/** An app with traffic: an order that was taken, one that was refused, and the same requests saved. */
export interface Scene extends AsyncDisposable {
  readonly running: TestApp;
  readonly assistant: Assistant;
  /** Ids of captured requests. */
  readonly taken: number;
  readonly refused: number;
  /** The name under which the traffic stands in the list of apps. */
  readonly app: string;
}

/** `sessionFile`: a recorded session or HAR whose requests come first. */
export async function startScene(sessionFile?: string): Promise<Scene> {
  const origin = createServer((request, response) => {
    let text = '';
    request.on('data', (piece: Buffer) => (text += piece.toString()));
    request.on('end', () => {
      const isTaken = request.method === 'GET' || text.includes('"amount"');
      const answer = isTaken ? { id: 7, state: 'open' } : { error: 'amount is missing' };
      response
        .writeHead(isTaken ? 200 : 400, { 'Content-Type': 'application/json', 'Set-Cookie': 'sid=a1b2c3' })
        .end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(origin.address() as AddressInfo).port}`;
  const running = await startTestApp();
  if (sessionFile !== undefined) await running.result('import_session', { path: sessionFile });
  const headers = { 'Content-Type': 'application/json' };
  const order = (body: object): Promise<unknown> =>
    running.via(`${base}/orders`, { method: 'POST', headers, body: JSON.stringify(body) });
  await order({ amount: 3 });
  await order({ count: 3 });
  await running.result('create_collection', { name: 'Shop' });
  await running.result('create_request', { collection: 'Shop', name: 'Order', url: `${base}/orders/7` });
  const assistant = await startAssistant({ home: running.home });
  const [taken, refused] = running.app.traffic.newest().slice(-2);
  return {
    running,
    assistant,
    taken: taken!.id,
    refused: refused!.id,
    app: refused!.app!,
    async [Symbol.asyncDispose]() {
      await assistant[Symbol.asyncDispose]();
      await running.close();
      origin.closeAllConnections();
      origin.close();
    },
  };
}

const debugRequest: Play = {
  prompt: 'debug_request',
  args: ({ refused }) => ({ id: String(refused) }),
  async play(call, { refused }) {
    const { items } = await call('list_requests', { search: '/orders', status: 200, limit: 5 });
    const differences = await call('compare_requests', { a: items[0].id as number, b: refused });
    const body = '{"count":3,"amount":3}';
    const { status } = await call('edit_and_replay', { id: refused, body });
    return { differs: JSON.stringify(differences).includes('amount'), status: status as number };
  },
};

const mockEndpoint: Play = {
  prompt: 'mock_endpoint',
  args: ({ taken }) => ({ id: String(taken), change: 'the state is "shipped"' }),
  async play(call, { taken }) {
    const made = await call('rule_from_request', { tool: 'mapLocal', id: taken });
    const rule = { id: ruleId(made), body: { text: '{"id":7,"state":"shipped"}' } };
    await call('upsert_rule', { tool: 'mapLocal', rule });
    const replayed = await call('replay_request', { id: taken });
    return { status: replayed.status as number, body: replayed.untrusted.response.body as string };
  },
};

function ruleId(made: Called['value']): string {
  return (made.id ?? made.rule?.id ?? made.untrusted?.id ?? made.untrusted?.rule?.id) as string;
}

const TESTS = `pm.test('status', () => pm.response.to.have.status(200));
pm.test('fields', () => pm.expect(pm.response.json()).to.have.keys('id', 'state'));`;

const writeTests: Play = {
  prompt: 'write_tests',
  args: () => ({ collection: 'Shop', request: 'Order' }),
  async play(call) {
    const saved = { collection: 'Shop', request: 'Order' };
    await call('get_saved_request', saved);
    await call('send_request', saved);
    await call('update_request', { ...saved, changes: { scripts: { test: TESTS } } });
    const { untrusted, ...rest } = await call('run_collection', { collection: 'Shop' });
    return { ...rest, ...untrusted }.totals as unknown;
  },
};

const securityReview: Play = {
  prompt: 'security_review',
  args: () => ({}),
  async play(call, { taken }) {
    const secrets = await call('insights', { section: 'secrets' });
    const security = await call('insights', { section: 'security' });
    await call('get_request', { id: taken, length: 500 });
    return { findings: 'findings' in secrets, namesCookies: /cookie/i.test(JSON.stringify(security)) };
  },
};

const appTrafficSummary: Play = {
  prompt: 'app_traffic_summary',
  args: ({ app }) => ({ app }),
  async play(call, { app }) {
    const endpoints = await call('insights', { section: 'endpoints', filter: `app:"${app}"` });
    await call('bypassing_apps');
    return { hasEndpoint: JSON.stringify(endpoints).includes('/orders') };
  },
};

const plays = [debugRequest, mockEndpoint, writeTests, securityReview, appTrafficSummary];

/** Plays every prompt in a scene. Rejects when a tool answers with an error. */
export async function playPrompts(scene: Scene): Promise<readonly Played[]> {
  const played: Played[] = [];
  for (const { prompt, args, play } of plays) {
    const given = args(scene);
    const { messages } = await scene.assistant.client.getPrompt({ name: prompt, arguments: given });
    const steps: Step[] = [];
    const found = await play(async (tool, params = {}) => {
      const called = await scene.assistant.call(tool, params);
      if (called.isError) throw new Error(`${tool} ${JSON.stringify(params)}: ${called.text}`);
      // What is behind the notices is the value again.
      const text = called.text.split('\n')[0]!;
      steps.push({ asked: `${tool} ${JSON.stringify(params)}`, ...called, text });
      return called.value;
    }, scene);
    played.push({ prompt, messages: messages as readonly Message[], steps, found });
  }
  return played;
}
