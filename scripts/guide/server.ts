// The server of the guide: a shop with an API for orders and carts, a language model, and tools for agents.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { collected } from '../../test/helpers/collect.ts';
import { startOrigin, type Origin } from '../../test/helpers/origin.ts';

type Answer = readonly [status: number, value: unknown];

interface Order {
  readonly id: string;
  readonly status: string;
  readonly amount: unknown;
}

export function startGuideServer(): Promise<Origin> {
  const orders: Order[] = [{ id: 'ord_80', status: 'paid', amount: 9900 }];
  return startOrigin((request, response) => void answer(request, response, orders));
}

async function answer(request: IncomingMessage, response: ServerResponse, orders: Order[]): Promise<void> {
  const body = (await collected(request)).toString();
  const path = request.url ?? '/';
  if (path === '/v1/chat/completions') {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.end(chatStream(body));
    return;
  }
  const [status, value] =
    path === '/v1/orders' ? answerToOrder(body, orders) : answerTo(path, body, request.headers.authorization);
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
}

function answerTo(path: string, body: string, authorization: string | undefined): Answer {
  if (path === '/mcp') return tool(JSON.parse(body) as ToolCall);
  if (path.startsWith('/v1/cart'))
    return authorization === 'Bearer app-2'
      ? [200, { items: [{ sku: 'TOTE-NVY', quantity: 1 }], total: 6450 }]
      : [401, { error: 'token_expired', hint: 'use the refresh token' }];
  return [200, { banner: 'Autumn', products: 24 }];
}

/** Takes an order; lists them where the body is empty. */
function answerToOrder(body: string, orders: Order[]): Answer {
  if (body === '') return [200, { orders, total: orders.length }];
  const { amount } = JSON.parse(body) as { readonly amount: unknown };
  if (!Number.isInteger(amount))
    return [422, { error: 'amount must be a whole number of cents', field: 'amount', given: amount }];
  const order = { id: `ord_${80 + orders.length}`, status: 'paid', amount };
  orders.push(order);
  return [201, order];
}

interface ToolCall {
  readonly id: number;
  readonly params: { readonly arguments: Readonly<Record<string, unknown>> };
}

function tool({ id, params }: ToolCall): Answer {
  const { city } = params.arguments;
  const text = typeof city === 'string' ? `-2 °C in ${city}` : 'Missing argument: city';
  const result = { content: [{ type: 'text', text }], isError: typeof city !== 'string' };
  return [200, { jsonrpc: '2.0', id, result }];
}

/** The model calls the tool at first, and answers once it has the tool's result. */
function chatStream(body: string): string {
  const hasResult = body.includes('"role":"tool"');
  const call = { index: 0, id: 'call_1', type: 'function' };
  const deltas = hasResult
    ? [{ role: 'assistant', content: 'I could not find out. ' }, { content: 'It may be mild in Oslo.' }]
    : [
        { role: 'assistant', content: null },
        { tool_calls: [{ ...call, function: { name: 'get_weather', arguments: '{"town":"Oslo"}' } }] },
      ];
  const finish = { finish_reason: hasResult ? 'stop' : 'tool_calls' };
  const chunk = (choice: object): object => ({
    object: 'chat.completion.chunk',
    model: 'gpt-5-mini',
    choices: [{ index: 0, ...choice }],
  });
  const usage = { prompt_tokens: 212, completion_tokens: 18, total_tokens: 230 };
  const chunks = [
    ...deltas.map((delta) => chunk({ delta })),
    chunk({ delta: {}, ...finish }),
    { object: 'chat.completion.chunk', model: 'gpt-5-mini', choices: [], usage },
  ];
  return `${chunks.map((each) => `data: ${JSON.stringify(each)}\n\n`).join('')}data: [DONE]\n\n`;
}
