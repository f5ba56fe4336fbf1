// Requests of the type `ai` against servers that speak the formats of the providers, streams cut at odd places.
import http from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { newRequest } from '../../../src/collections/model/request.ts';
import { awsEvent } from '../../helpers/aws-events.ts';
import { aiBodies } from '../../helpers/ai-bodies.ts';
import { listening } from '../../helpers/listening.ts';
import { failures, receivedTexts, sendOne, type SendOptions } from '../../helpers/sent-requests.ts';

type Fields = NonNullable<Parameters<typeof newRequest>[0]['ai']>;

interface Question {
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

interface Model {
  readonly url: string;
  readonly questions: Question[];
}

/** Starts a server that answers every request with this body, seven bytes at a time. */
async function modelOf(
  { contentType, body }: { readonly contentType: string; readonly body: string | Buffer },
  status = 200,
): Promise<Model> {
  const questions: Question[] = [];
  const server = http.createServer((request, response) => {
    let text = '';
    request.on('data', (piece: Buffer) => (text += piece.toString()));
    request.on('end', () => {
      const given = JSON.parse(text) as Question['body'];
      questions.push({ path: request.url ?? '', headers: request.headers, body: given });
      response.writeHead(status, { 'Content-Type': contentType });
      void write(response, Buffer.from(body));
    });
  });
  return { url: `http://127.0.0.1:${await listening(server)}`, questions };
}

async function write(response: http.ServerResponse, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; at += 7) {
    response.write(bytes.subarray(at, at + 7));
    await turn();
  }
  response.end();
}

const messages = [{ text: 'Weather in {{city}}?' }];
const WEATHER = JSON.stringify([
  { name: 'weather', description: 'Tells it', parameters: { type: 'object', properties: { city: {} } } },
]);

async function ask(
  url: string,
  ai: Fields,
  { test: script = '', ...options }: SendOptions & { readonly test?: string } = {},
): ReturnType<typeof sendOne> {
  const request = {
    type: 'ai' as const,
    url,
    ai: { model: 'm-1', messages, ...ai },
    scripts: { test: script },
  };
  return sendOne(request, { variables: { city: 'Oslo' }, timeoutMs: 20_000, ...options });
}

const answer = (run: Awaited<ReturnType<typeof sendOne>>): Readonly<Record<string, unknown>> => {
  expect(failures(run)).toEqual([]);
  return JSON.parse(String(run.response?.body)) as Readonly<Record<string, unknown>>;
};

test('chat completions: a question, its answer, and what scripts see', async () => {
  const model = await modelOf(aiBodies.chatResponse);
  const run = await ask(
    model.url,
    { provider: 'openai', apiKey: 'k', system: 'Be brief.', temperature: 0.2, maxTokens: 50 },
    {
      test: `pm.test('answer', () => {
        pm.response.to.have.status(200);
        pm.expect(pm.response.json().text).to.be.a('string');
        pm.expect(pm.response.json().usage.total).to.be.above(0);
      });`,
    },
  );
  expect(answer(run)).toMatchObject({ model: 'gpt-5-mini-2025-08-07', error: null, firstTokenMs: null });
  expect(run.tests).toHaveLength(1);
  expect(receivedTexts(run)).toEqual([aiBodies.chatResponse.body]);
  expect(model.questions).toMatchObject([
    {
      path: '/v1/chat/completions',
      headers: { authorization: 'Bearer k', 'content-type': 'application/json' },
      body: {
        model: 'm-1',
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Weather in Oslo?' },
        ],
        temperature: 0.2,
        max_completion_tokens: 50,
      },
    },
  ]);
  expect(model.questions[0]!.body).not.toHaveProperty('stream');
});

test('chat completions, streamed: pieces of text and of tool calls are joined', async () => {
  const model = await modelOf(aiBodies.chatStream);
  const run = await ask(`${model.url}/v1`, {
    provider: 'openaiCompatible',
    stream: true,
    tools: WEATHER,
    maxTokens: 9,
  });
  const { firstTokenMs, ...rest } = answer(run);
  expect(rest).toMatchObject({ toolCalls: [{ name: expect.any(String) as string }] });
  expect(firstTokenMs).toEqual(expect.any(Number));
  expect(receivedTexts(run).length).toBeGreaterThan(3);
  expect(model.questions).toMatchObject([
    {
      path: '/v1/chat/completions',
      body: {
        stream: true,
        stream_options: { include_usage: true },
        max_tokens: 9,
        tools: [{ type: 'function', function: { name: 'weather', description: 'Tells it' } }],
      },
    },
  ]);
});

test('responses, with structured output', async () => {
  const model = await modelOf(aiBodies.responsesStream);
  const schema = JSON.stringify({ type: 'object' });
  const run = await ask(model.url, { api: 'responses', stream: true, schema, system: 'Be brief.' });
  expect(answer(run)).toMatchObject({ error: null, usage: { total: expect.any(Number) as number } });
  expect(model.questions).toMatchObject([
    {
      path: '/v1/responses',
      body: {
        instructions: 'Be brief.',
        input: [{ role: 'user', content: 'Weather in Oslo?' }],
        text: { format: { type: 'json_schema', schema: { type: 'object' }, strict: true } },
      },
    },
  ]);
});

const prices: Awaited<ReturnType<NonNullable<SendOptions['modelPrices']>>> = [
  { model: 'other-*', input: 99, cachedInput: null, cacheWrite: null, output: 99, currency: 'EUR' },
  { model: 'M-1', input: 1, cachedInput: 0.5, cacheWrite: 2, output: 10, currency: 'USD' },
];

test.each([
  // 23 of 31 tokens at 1, 8 at 0.5, 12 at 10.
  ['openai', aiBodies.chatResponse, { input: 31, cachedInput: 8, output: 12, reasoning: 5 }, 0.000147],
  // Anthropic counts what its cache had apart: 25 at 1, 10 at 0.5, 15 at 10.
  ['anthropic', aiBodies.anthropicStream, { input: 35, cachedInput: 10, output: 15, total: 50 }, 0.00018],
  // Gemini counts reasoning apart: 8 at 1, 4 + 8 at 10.
  ['gemini', aiBodies.geminiStream, { input: 8, output: 12, reasoning: 8, total: 20 }, 0.000128],
] as const)('%s: tokens are counted alike, and have a price', async (provider, body, usage, amount) => {
  const model = await modelOf(body);
  const fields = { provider, stream: body.contentType !== 'application/json' };
  const run = await ask(model.url, fields, { modelPrices: () => Promise.resolve(prices) });
  expect(answer(run)).toMatchObject({ usage, cost: { amount, currency: 'USD' } });
  expect(answer(await ask(model.url, fields))).toMatchObject({ cost: null });
});

test('tokens that go to the cache have a price of their own, and the name of the answer finds it too', async () => {
  const usage = { input_tokens: 4, cache_creation_input_tokens: 100, output_tokens: 1 };
  const content = [{ type: 'text', text: 'Hi' }];
  const body = { type: 'message', role: 'assistant', model: 'other-2026', content, usage };
  const model = await modelOf({ contentType: 'application/json', body: JSON.stringify(body) });
  const [first] = prices;
  const run = await ask(
    model.url,
    { provider: 'anthropic' },
    { modelPrices: () => Promise.resolve([{ ...first!, cacheWrite: 1 }]) },
  );
  expect(answer(run)).toMatchObject({
    usage: { input: 104, cacheWrite: 100, output: 1, total: 105 },
    cost: { amount: 0.000595, currency: 'EUR' },
  });
});

test('prices that cannot be read are an error before anything is paid for', async () => {
  const model = await modelOf(aiBodies.chatResponse);
  const run = await ask(model.url, {}, { modelPrices: () => Promise.reject(new Error('prices: wrong')) });
  expect(run.error).toBe('prices: wrong');
  expect(model.questions).toEqual([]);
});

test('structured output is parsed', async () => {
  const content = '{"city":"Oslo","degrees":-2}';
  const body = {
    object: 'chat.completion',
    model: 'm',
    choices: [{ message: { role: 'assistant', content } }],
  };
  const model = await modelOf({ contentType: 'application/json', body: JSON.stringify(body) });
  const schema = JSON.stringify({ type: 'object' });
  expect(answer(await ask(model.url, { schema }))).toMatchObject({ data: { city: 'Oslo', degrees: -2 } });
  expect(answer(await ask(model.url, {}))).toMatchObject({ data: null, text: content });
});

test('Anthropic messages', async () => {
  const model = await modelOf(aiBodies.anthropicStream);
  const run = await ask(model.url, { provider: 'anthropic', apiKey: 'k', stream: true, tools: WEATHER });
  expect(answer(run)).toMatchObject({ error: null, usage: { output: expect.any(Number) as number } });
  expect(model.questions).toMatchObject([
    {
      path: '/v1/messages',
      headers: { 'x-api-key': 'k', 'anthropic-version': '2023-06-01' },
      body: { max_tokens: 4096, tools: [{ name: 'weather', input_schema: { type: 'object' } }] },
    },
  ]);
});

test('Gemini', async () => {
  const model = await modelOf(aiBodies.geminiStream);
  const run = await ask(model.url, {
    provider: 'gemini',
    apiKey: 'k',
    stream: true,
    schema: '{"type":"object"}',
  });
  expect(answer(run)).toMatchObject({ thinking: expect.stringContaining('Norway') as string });
  expect(model.questions).toMatchObject([
    {
      path: '/v1beta/models/m-1:streamGenerateContent?alt=sse',
      headers: { 'x-goog-api-key': 'k' },
      body: {
        contents: [{ role: 'user', parts: [{ text: 'Weather in Oslo?' }] }],
        generationConfig: { responseMimeType: 'application/json' },
      },
    },
  ]);
});

test('Bedrock, whose model is in the URL, and whose stream is binary', async () => {
  const events = [
    awsEvent('messageStart', { role: 'assistant' }),
    awsEvent('contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'It ' } }),
    awsEvent('contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'rains.' } }),
    awsEvent('messageStop', { stopReason: 'end_turn' }),
    awsEvent('metadata', { usage: { inputTokens: 9, outputTokens: 4, totalTokens: 13 } }),
  ];
  const model = await modelOf({
    contentType: 'application/vnd.amazon.eventstream',
    body: Buffer.concat(events),
  });
  const fields = {
    provider: 'bedrock',
    model: 'anthropic.claude-sonnet-4:0',
    apiKey: 'k',
    system: 'Be brief',
    maxTokens: 9,
    tools: WEATHER,
    schema: '{"type":"object"}',
  } as const;
  const run = await ask(model.url, { ...fields, stream: true });
  expect(answer(run)).toMatchObject({
    text: 'It rains.',
    finish: 'end_turn',
    usage: { input: 9, output: 4 },
  });
  expect(receivedTexts(run)).toHaveLength(events.length);
  expect(model.questions).toMatchObject([
    {
      path: '/model/anthropic.claude-sonnet-4%3A0/converse-stream',
      headers: { authorization: 'Bearer k' },
      body: {
        system: [{ text: 'Be brief' }],
        messages: [{ role: 'user', content: [{ text: 'Weather in Oslo?' }] }],
        inferenceConfig: { maxTokens: 9 },
        toolConfig: { tools: [{ toolSpec: { name: 'weather', inputSchema: { json: { type: 'object' } } } }] },
        outputConfig: { textFormat: { structure: { jsonSchema: { schema: '{"type":"object"}' } } } },
      },
    },
  ]);
  const message = { role: 'assistant', content: [{ text: 'Dry.' }] };
  const body = JSON.stringify({ output: { message }, stopReason: 'end_turn', usage: { inputTokens: 1 } });
  const whole = await modelOf({ contentType: 'application/json', body });
  expect(answer(await ask(whole.url, fields))).toMatchObject({ text: 'Dry.', finish: 'end_turn' });
  expect(whole.questions[0]?.path).toMatch(/\/converse$/);
});

test('Ollama, whose stream is lines of JSON', async () => {
  const model = await modelOf(aiBodies.ollamaStream);
  const run = await ask(`${model.url}/api`, { provider: 'ollama', stream: true });
  const { text, firstTokenMs } = answer(run);
  expect(text).toContain('It ');
  expect(firstTokenMs).toEqual(expect.any(Number));
  expect(receivedTexts(run)).toHaveLength(aiBodies.ollamaStream.body.trim().split('\n').length);
  expect(model.questions).toMatchObject([{ path: '/api/chat', body: { stream: true } }]);
});

test.each([
  ['chatError', 'openai', 'Incorrect API key provided'],
  ['anthropicError', 'anthropic', 'Overloaded'],
] as const)('an error of the provider is in the answer: %s', async (name, provider, reason) => {
  const model = await modelOf(aiBodies[name], 401);
  const run = await ask(model.url, { provider });
  expect(run.response?.status).toBe(401);
  expect(answer(run)['error']).toContain(reason);
});

test('a page of a gateway is shown as it came', async () => {
  const model = await modelOf({ contentType: 'text/html', body: '<h1>Bad gateway</h1>' }, 502);
  const run = await ask(model.url, {});
  expect(run.response).toMatchObject({ status: 502, body: Buffer.from('<h1>Bad gateway</h1>') });
});

test.each<[string, Fields, string, string]>([
  ['no model', { model: '' }, 'http://127.0.0.1:9', 'it names no model: set ai.model'],
  ['no message', { messages: [] }, 'http://127.0.0.1:9', 'it has no message to the model'],
  ['tools that are no JSON', { tools: '[' }, 'http://127.0.0.1:9', 'ai.tools is not valid JSON'],
  ['tools without a name', { tools: '[{}]' }, 'http://127.0.0.1:9', 'ai.tools[0] has no name'],
  ['a schema that is none', { schema: '7' }, 'http://127.0.0.1:9', 'ai.schema is not a JSON Schema'],
  ['no server', { provider: 'openaiCompatible' }, '', 'it has no URL: give that of the server'],
])('%s is refused', async (_, fields, url, reason) => {
  const { error } = await ask(url, fields);
  expect(error).toContain(reason);
});

test('a server that hangs, and one that stops in the middle', async () => {
  const hanging = http.createServer(() => undefined);
  const slow = await ask(`http://127.0.0.1:${await listening(hanging)}`, {}, { timeoutMs: 200 });
  expect(slow.error).toContain('200 ms');
  const stopping = http.createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write('data: {"object":"chat.completion.chunk","choices":[', () => response.destroy());
  });
  const cut = await ask(`http://127.0.0.1:${await listening(stopping)}`, { stream: true });
  expect(cut.error).not.toBeNull();
});
