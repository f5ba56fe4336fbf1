// The traffic of an AI agent, as the proxy records it: calls of models, messages of MCP, and requests of its tools.
import type { Flow } from '../../src/flow/flow.ts';
import { capturedFlow, STARTED_AT, type Captured } from './flows.ts';

export interface Sent {
  readonly id: number;
  /** Milliseconds from the start of the traffic to its beginning and its end. */
  readonly from: number;
  readonly to: number;
  /** Its process, such as `5120@7`; absent when it is not known. */
  readonly process?: string;
  readonly parents?: readonly string[];
  readonly app?: string | null;
  readonly headers?: readonly string[];
}

function sent({ id, from, to, process, parents = [], app = 'node' }: Sent): Partial<Captured> {
  return {
    id,
    app,
    parents,
    ...(process !== undefined && { process }),
    startedAt: STARTED_AT + from,
    timestamps: { start: 1000 + from, end: 1000 + to },
  };
}

/** Returns a POST of JSON with an answer. */
export function posted(
  about: Sent,
  url: string,
  request: object,
  answer: { readonly type: string; readonly body: string | Buffer; readonly status?: number },
): Flow {
  const { protocol, hostname, port, pathname, search } = new URL(url);
  const scheme = protocol === 'https:' ? 'https' : 'http';
  const flow = capturedFlow({
    ...sent(about),
    target: { scheme, host: hostname, port: Number(port || (scheme === 'https' ? 443 : 80)) },
    request: {
      head: [
        `POST ${pathname}${search} HTTP/1.1`,
        `Host: ${hostname}`,
        'Content-Type: application/json',
        ...(about.headers ?? []),
      ],
      body: JSON.stringify(request),
    },
    response: {
      head: [
        `HTTP/1.1 ${answer.status ?? 200} ${answer.status === undefined ? 'OK' : 'Failed'}`,
        `Content-Type: ${answer.type}`,
      ],
      body: answer.body,
    },
  });
  flow.response!.complete = true;
  return flow;
}

export interface Call {
  readonly id: string;
  readonly name: string;
  readonly arguments: object;
}

export type ChatMessage = Readonly<Record<string, unknown>>;

export const user = (content: string): ChatMessage => ({ role: 'user', content });
export const toolResult = (id: string, content: string): ChatMessage => ({
  role: 'tool',
  tool_call_id: id,
  content,
});
export const calling = (...calls: readonly Call[]): ChatMessage => ({
  role: 'assistant',
  content: null,
  tool_calls: calls.map(({ id, name, arguments: given }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(given) },
  })),
});

export interface Answer {
  readonly message: ChatMessage;
  readonly tokens?: readonly [input: number, output: number, cached?: number];
  readonly finish?: string;
}

/** Returns a call of chat completions, streamed as servers do. */
export function chat(
  about: Sent,
  messages: readonly ChatMessage[],
  { message, tokens, finish }: Answer,
  model = 'plan-large',
): Flow {
  const { content, tool_calls: calls = [] } = message as {
    readonly content: string | null;
    readonly tool_calls?: readonly object[];
  };
  const chunk = (delta: object, last: string | null = null): object => ({
    object: 'chat.completion.chunk',
    model,
    choices: [{ index: 0, delta, finish_reason: last }],
  });
  const [input, output, cached] = tokens ?? [];
  const chunks = [
    chunk({ role: 'assistant', content: content ?? '' }),
    ...calls.map((call, index) => chunk({ tool_calls: [{ index, ...call }] })),
    chunk({}, finish ?? (calls.length > 0 ? 'tool_calls' : 'stop')),
    ...(input === undefined
      ? []
      : [
          {
            object: 'chat.completion.chunk',
            model,
            choices: [],
            usage: {
              prompt_tokens: input,
              completion_tokens: output,
              ...(cached !== undefined && { prompt_tokens_details: { cached_tokens: cached } }),
            },
          },
        ]),
  ];
  const body = `${chunks.map((each) => `data: ${JSON.stringify(each)}\n\n`).join('')}data: [DONE]\n\n`;
  return posted(
    about,
    'https://api.openai.com/v1/chat/completions',
    { model, stream: true, messages },
    {
      type: 'text/event-stream',
      body,
    },
  );
}

/** Returns a message of MCP over HTTP. */
export function mcp(
  about: Sent,
  method: string,
  params: object,
  result: object,
  host = 'tools.example',
): Flow {
  const body = JSON.stringify({ jsonrpc: '2.0', id: about.id, result });
  return posted(
    about,
    `https://${host}/mcp`,
    { jsonrpc: '2.0', id: about.id, method, params },
    {
      type: 'application/json',
      body,
    },
  );
}

export function toolCall(about: Sent, name: string, given: object, text: string, isError = false): Flow {
  const result = { content: [{ type: 'text', text }], isError };
  return mcp(about, 'tools/call', { name, arguments: given }, result);
}

/** Returns a request of a tool. */
export function got(about: Sent, url: string, status = 200): Flow {
  const { hostname, pathname, search } = new URL(url);
  return capturedFlow({
    ...sent(about),
    target: { scheme: 'https', host: hostname, port: 443 },
    request: { head: [`GET ${pathname}${search} HTTP/1.1`, `Host: ${hostname}`, ...(about.headers ?? [])] },
    response: { head: [`HTTP/1.1 ${status} ${status === 200 ? 'OK' : 'Failed'}`] },
  });
}

const SEARCH = { id: 'call_search_1', name: 'orders_search', arguments: { status: 'late', limit: 50 } };
const REFUNDS = [
  { id: 'call_refund_1', name: 'refund_create', arguments: { orderId: 'ord_5Zk1Qa', amount: 12.9 } },
  { id: 'call_refund_2', name: 'refund_create', arguments: { orderId: 'ord_6WqT0b', amount: 18 } },
  { id: 'call_refund_3', name: 'refund_create', arguments: { orderId: 'ord_7Aa9xy', amount: 64.5 } },
] as const;
const AGENT = '5120@77';
const SERVER = '5121@90';

/** The run of the reference screens: five calls of models, tools over MCP, one of them refused. */
export function refundRun(process: string | null = AGENT): readonly Flow[] {
  const at = (id: number, from: number, to: number): Sent => ({
    id,
    from,
    to,
    ...(process !== null && { process }),
  });
  const ofServer = (id: number, from: number, to: number): Sent => ({
    id,
    from,
    to,
    ...(process !== null && { process: SERVER, parents: [process, '1000@2'] }),
  });
  const question = [user('Find orders later than 5 days and refund the shipping, up to 20 EUR.')];
  const searched = [...question, calling(SEARCH), toolResult(SEARCH.id, '50 orders are late')];
  const refunded = [
    ...searched,
    calling(...REFUNDS),
    toolResult(REFUNDS[0].id, 're_41Lm'),
    toolResult(REFUNDS[1].id, 're_41Ln'),
    toolResult(REFUNDS[2].id, 'refused: amount over 20 EUR'),
  ];
  return [
    mcp(at(1, 0, 84), 'tools/list', {}, { tools: [] }),
    chat(at(2, 100, 2510), question, { message: calling(SEARCH), tokens: [2104, 186, 1024] }),
    got(ofServer(3, 2550, 2734), 'https://api.harbor.test/v1/orders?status=late'),
    toolCall(at(4, 2520, 2740), SEARCH.name, SEARCH.arguments, '50 orders are late'),
    chat(at(5, 2800, 4700), searched, { message: calling(...REFUNDS), tokens: [3480, 92, 2048] }),
    toolCall(at(6, 4710, 5112), REFUNDS[0].name, REFUNDS[0].arguments, 're_41Lm'),
    toolCall(at(7, 4711, 5101), REFUNDS[1].name, REFUNDS[1].arguments, 're_41Ln'),
    toolCall(at(8, 4712, 4743), REFUNDS[2].name, REFUNDS[2].arguments, 'refused: amount over 20 EUR', true),
    chat(at(9, 5200, 8600), refunded, {
      message: { role: 'assistant', content: 'Two of three are refunded.' },
      tokens: [9212, 240, 6400],
    }),
    chat(
      at(10, 8700, 9000),
      [user('Summarise: two of three are refunded.')],
      { message: { role: 'assistant', content: 'Done.' }, tokens: [500, 20] },
      'plan-small',
    ),
  ];
}

export const PRICES = [
  { model: 'plan-large', input: 3, cachedInput: 0.3, cacheWrite: null, output: 15, currency: 'USD' },
];

/** Returns a run of `calls` calls of a model, each with a tool over MCP: four steps for two exchanges and a tool. */
export function longRun(calls: number): readonly Flow[] {
  const flows: Flow[] = [];
  for (let at = 0; at < calls; at += 1) {
    const call = { id: `call_long_${at}`, name: 'read_page', arguments: { page: at } };
    const before = { id: `call_long_${at - 1}`, name: 'read_page', arguments: { page: at - 1 } };
    const messages = [
      user(`Read the book, part ${Math.floor(at / 50)}`),
      ...(at === 0 ? [] : [calling(before), toolResult(before.id, 'text')]),
    ];
    const from = at * 100;
    flows.push(
      chat({ id: at * 2 + 1, from, to: from + 40, process: AGENT }, messages, {
        message: calling(call),
        tokens: [1000 + at, 20],
      }),
      toolCall(
        { id: at * 2 + 2, from: from + 50, to: from + 70, process: AGENT },
        call.name,
        call.arguments,
        'text',
      ),
    );
  }
  return flows;
}
