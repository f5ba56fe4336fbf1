// Eight tasks, the five prompts among them, played through as an assistant would: each step uses what earlier steps
// returned.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTestApp, type TestApp } from './app.ts';
import { startAssistant, type Assistant, type Called } from './assistant.ts';

/** A call of a tool, and what came back. */
export interface Step extends Called {
  readonly asked: string;
}

export interface Played {
  /** The name of the prompt, or of a task that has none. */
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
  /** The arguments of the prompt; null for a task without one. */
  readonly args: ((scene: Scene) => Record<string, string>) | null;
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
    const secrets = await call('insights', { section: 'secrets', limit: 10 });
    const security = await call('insights', { section: 'security', limit: 10 });
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

const findInBodies: Play = {
  prompt: 'find in bodies',
  args: null,
  async play(call, { refused }) {
    const { items } = await call('list_requests', { filter: 'body:amount is:error', limit: 5 });
    const found = items.find(({ id }: { id: number }) => id === refused) as { id: number };
    const { untrusted } = await call('get_request', { id: found.id, length: 500 });
    return { body: untrusted.request.body as string };
  },
};

const slowFailingChanged: Play = {
  prompt: 'slow, failing, changed',
  args: null,
  async play(call) {
    const overview = await call('insights', { section: 'overview', limit: 5 });
    return { namesTheFailing: JSON.stringify(overview).includes('/orders') };
  },
};

const loadTest: Play = {
  prompt: 'load test',
  args: null,
  async play(call) {
    const conditions = { rate: 20, failIf: ['p95>60000', 'errors>1%'] };
    await call('run_load_test', { collection: 'Shop', vus: 1, durationSeconds: 1, ...conditions });
    for (;;) {
      const { untrusted, ...job } = await call('get_load_test');
      const { state, result } = { ...job, ...untrusted } as { state: string; result: unknown };
      if (state !== 'running') return result;
    }
  },
};

const plays = [
  debugRequest,
  mockEndpoint,
  writeTests,
  securityReview,
  appTrafficSummary,
  findInBodies,
  slowFailingChanged,
  loadTest,
];

/** Returns all that a model reads and writes, through a client that hands on the text of results. */
export function readAndWritten({ messages, steps }: Played): readonly string[] {
  return [
    ...messages.map(({ content }) => (content.type === 'text' ? content.text : content.resource.text)),
    ...steps.flatMap(({ asked, text }) => [asked, text]),
  ];
}

/** Plays every task in a scene. Rejects when a tool answers with an error. */
export async function playPrompts(scene: Scene): Promise<readonly Played[]> {
  const played: Played[] = [];
  for (const { prompt, args, play } of plays) {
    const { messages } =
      args === null
        ? { messages: [] }
        : await scene.assistant.client.getPrompt({ name: prompt, arguments: args(scene) });
    const steps: Step[] = [];
    const found = await play(async (tool, params = {}) => {
      const called = await scene.assistant.call(tool, params);
      if (called.isError) throw new Error(`${tool} ${JSON.stringify(params)}: ${called.text}`);
      steps.push({ asked: `${tool} ${JSON.stringify(params)}`, ...called });
      return called.value;
    }, scene);
    played.push({ prompt, messages: messages as readonly Message[], steps, found });
  }
  return played;
}
