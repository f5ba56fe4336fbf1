// The same run in the words of each provider: two calls of a tool at once, their results, an answer; tokens with those of
// the cache.
import { expect, test } from 'vitest';
import { posted, type Sent } from '../../test/helpers/agent-traffic.ts';
import { awsEvent } from '../../test/helpers/aws-events.ts';
import { capturedFlow } from '../../test/helpers/flows.ts';
import type { Flow } from '../flow/flow.ts';
import { LogBudget } from '../flow/log-budget.ts';
import { WebSocketLog } from '../flow/web-socket-log.ts';
import { agentRuns } from './index.ts';

interface Provider {
  readonly url: string;
  readonly type: string;
  /** The first request, and the one with the results. */
  readonly requests: readonly [object, object];
  readonly answers: readonly [string | Buffer, string | Buffer];
  readonly provider: string;
}

const JSON_TYPE = 'application/json';
const sse = (...events: readonly object[]): string =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');

const user = { role: 'user', content: 'Weather?' };
const OSLO = { city: 'Oslo' };
const BERGEN = { city: 'Bergen' };

const blocks = [
  { type: 'tool_use', id: 'toolu_oslo_1', name: 'weather', input: OSLO },
  { type: 'tool_use', id: 'toolu_bergen', name: 'weather', input: BERGEN },
];
const anthropicRequests = (more: object): readonly [object, object] => [
  { ...more, max_tokens: 9, messages: [user] },
  {
    ...more,
    max_tokens: 9,
    messages: [
      user,
      { role: 'assistant', content: blocks },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_oslo_1', content: '-2 °C' },
          { type: 'tool_result', tool_use_id: 'toolu_bergen', content: 'no data', is_error: true },
        ],
      },
    ],
  },
];
const anthropicEvents = (content: readonly object[], stop: string): readonly object[] => [
  {
    type: 'message_start',
    message: {
      type: 'message',
      role: 'assistant',
      content: [],
      usage: { input_tokens: 60, cache_read_input_tokens: 30, cache_creation_input_tokens: 10 },
    },
  },
  ...content.flatMap((block, index) => {
    const { input, text, ...rest } = block as { readonly input?: object; readonly text?: string };
    return [
      {
        type: 'content_block_start',
        index,
        content_block: { ...rest, ...(text !== undefined && { text: '' }) },
      },
      {
        type: 'content_block_delta',
        index,
        delta:
          input === undefined
            ? { type: 'text_delta', text }
            : { type: 'input_json_delta', partial_json: JSON.stringify(input) },
      },
    ];
  }),
  { type: 'message_delta', delta: { stop_reason: stop }, usage: { output_tokens: 20 } },
  { type: 'message_stop' },
];
const CALLED = anthropicEvents(blocks, 'tool_use');
const ANSWERED = anthropicEvents([{ type: 'text', text: 'Cold.' }], 'end_turn');
const chunks = (events: readonly object[]): Buffer =>
  Buffer.concat(
    events.map((event) =>
      awsEvent('chunk', { bytes: Buffer.from(JSON.stringify(event)).toString('base64') }),
    ),
  );

const toolUse = (id: string, input: object) => ({ toolUse: { toolUseId: id, name: 'weather', input } });
const converseUsage = {
  inputTokens: 60,
  cacheReadInputTokens: 30,
  cacheWriteInputTokens: 10,
  outputTokens: 20,
};
const converseStream = (deltas: readonly Buffer[], stopReason: string): Buffer =>
  Buffer.concat([
    awsEvent('messageStart', { role: 'assistant' }),
    ...deltas,
    awsEvent('messageStop', { stopReason }),
    awsEvent('metadata', { usage: converseUsage }),
  ]);
const converseCall = (index: number, id: string, input: object): Buffer =>
  Buffer.concat([
    awsEvent('contentBlockStart', {
      contentBlockIndex: index,
      start: { toolUse: { toolUseId: id, name: 'weather' } },
    }),
    ...JSON.stringify(input)
      .match(/.{1,5}/g)!
      .map((piece) =>
        awsEvent('contentBlockDelta', { contentBlockIndex: index, delta: { toolUse: { input: piece } } }),
      ),
  ]);

const chatCalls = [
  { id: 'call_oslo_1', type: 'function', function: { name: 'weather', arguments: JSON.stringify(OSLO) } },
  { id: 'call_bergen', type: 'function', function: { name: 'weather', arguments: JSON.stringify(BERGEN) } },
];
const chatUsage = { prompt_tokens: 100, completion_tokens: 20, prompt_tokens_details: { cached_tokens: 30 } };
const chatRequests: readonly [object, object] = [
  { model: 'm-1', messages: [user] },
  {
    model: 'm-1',
    messages: [
      user,
      { role: 'assistant', content: null, tool_calls: chatCalls },
      { role: 'tool', tool_call_id: 'call_oslo_1', content: '-2 °C' },
      { role: 'tool', tool_call_id: 'call_bergen', content: 'no data' },
    ],
  },
];
const chatAnswer = (message: object, finish: string): string =>
  JSON.stringify({ model: 'm-1', choices: [{ index: 0, message, finish_reason: finish }], usage: chatUsage });

const responseItems = [
  { type: 'function_call', call_id: 'call_oslo_1', name: 'weather', arguments: JSON.stringify(OSLO) },
  { type: 'function_call', call_id: 'call_bergen', name: 'weather', arguments: JSON.stringify(BERGEN) },
];
const responded = (id: string, output: readonly object[]): string =>
  sse({
    type: 'response.completed',
    response: {
      id,
      object: 'response',
      status: 'completed',
      model: 'm-1',
      output,
      usage: { input_tokens: 100, output_tokens: 20, input_tokens_details: { cached_tokens: 30 } },
    },
  });

const geminiUsage = { promptTokenCount: 100, cachedContentTokenCount: 30, candidatesTokenCount: 20 };
const geminiCalls = [OSLO, BERGEN].map((args) => ({ functionCall: { name: 'weather', args } }));
const geminiAnswer = (parts: readonly object[]): string =>
  sse({
    candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }],
    usageMetadata: geminiUsage,
  });
const geminiUser = { role: 'user', parts: [{ text: 'Weather?' }] };

const ollamaAnswer = (message: object): string =>
  JSON.stringify({
    model: 'm-1',
    created_at: 'x',
    message,
    done: true,
    done_reason: 'stop',
    prompt_eval_count: 100,
    eval_count: 20,
  });
const ollamaCalls = [OSLO, BERGEN].map((given) => ({ function: { name: 'weather', arguments: given } }));

const providers: Readonly<Record<string, Provider>> = {
  'Azure, in one piece': {
    url: 'https://x.openai.azure.com/openai/deployments/d/chat/completions?api-version=2025-01-01',
    type: JSON_TYPE,
    requests: chatRequests,
    answers: [
      chatAnswer({ role: 'assistant', content: null, tool_calls: chatCalls }, 'tool_calls'),
      chatAnswer({ role: 'assistant', content: 'Cold.' }, 'stop'),
    ],
    provider: 'azure.ai.openai',
  },
  'Mistral, streaming whole calls without numbers': {
    url: 'https://api.mistral.ai/v1/chat/completions',
    type: 'text/event-stream',
    requests: chatRequests,
    answers: [
      sse({
        model: 'm-1',
        choices: [{ index: 0, delta: { tool_calls: chatCalls }, finish_reason: 'tool_calls' }],
        usage: chatUsage,
      }),
      sse({
        model: 'm-1',
        choices: [{ index: 0, delta: { content: [{ type: 'text', text: 'Cold.' }] }, finish_reason: 'stop' }],
        usage: chatUsage,
      }),
    ],
    provider: 'mistral_ai',
  },
  'OpenAI Responses, which continue by an id': {
    url: 'https://api.openai.com/v1/responses',
    type: 'text/event-stream',
    requests: [
      { model: 'm-1', input: 'Weather?' },
      {
        model: 'm-1',
        previous_response_id: 'resp_1',
        input: [
          { type: 'function_call_output', call_id: 'call_oslo_1', output: '-2 °C' },
          { type: 'function_call_output', call_id: 'call_bergen', output: 'no data' },
        ],
      },
    ],
    answers: [
      responded('resp_1', responseItems),
      responded('resp_2', [
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Cold.' }] },
      ]),
    ],
    provider: 'openai',
  },
  Anthropic: {
    url: 'https://api.anthropic.com/v1/messages',
    type: 'text/event-stream',
    requests: anthropicRequests({ model: 'm-1' }),
    answers: [sse(...CALLED), sse(...ANSWERED)],
    provider: 'anthropic',
  },
  'Anthropic behind Bedrock': {
    url: 'https://bedrock-runtime.eu-west-1.amazonaws.com/model/m-1/invoke-with-response-stream',
    type: 'application/vnd.amazon.eventstream',
    requests: anthropicRequests({ anthropic_version: 'bedrock-2023-05-31' }),
    answers: [chunks(CALLED), chunks(ANSWERED)],
    provider: 'aws.bedrock',
  },
  'Bedrock Converse': {
    url: 'https://bedrock-runtime.eu-west-1.amazonaws.com/model/m-1/converse-stream',
    type: 'application/vnd.amazon.eventstream',
    requests: [
      { messages: [{ role: 'user', content: [{ text: 'Weather?' }] }] },
      {
        messages: [
          { role: 'user', content: [{ text: 'Weather?' }] },
          { role: 'assistant', content: [toolUse('tooluse_oslo', OSLO), toolUse('tooluse_bergen', BERGEN)] },
          {
            role: 'user',
            content: [
              { toolResult: { toolUseId: 'tooluse_oslo', content: [{ text: '-2 °C' }] } },
              {
                toolResult: { toolUseId: 'tooluse_bergen', content: [{ text: 'no data' }], status: 'error' },
              },
            ],
          },
        ],
      },
    ],
    answers: [
      converseStream(
        [converseCall(0, 'tooluse_oslo', OSLO), converseCall(1, 'tooluse_bergen', BERGEN)],
        'tool_use',
      ),
      converseStream(
        [awsEvent('contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'Cold.' } })],
        'end_turn',
      ),
    ],
    provider: 'aws.bedrock',
  },
  'Gemini, which has no ids': {
    url: 'https://generativelanguage.googleapis.com/v1beta/models/m-1:streamGenerateContent?alt=sse',
    type: 'text/event-stream',
    requests: [
      { contents: [geminiUser] },
      {
        contents: [
          geminiUser,
          { role: 'model', parts: geminiCalls },
          {
            role: 'user',
            parts: ['-2 °C', 'no data'].map((result) => ({
              functionResponse: { name: 'weather', response: { result } },
            })),
          },
        ],
      },
    ],
    answers: [geminiAnswer(geminiCalls), geminiAnswer([{ text: 'Cold.' }])],
    provider: 'gcp.gemini',
  },
  'Ollama, which has no ids': {
    url: 'http://127.0.0.1:11434/api/chat',
    type: 'application/x-ndjson',
    requests: [
      { model: 'm-1', messages: [user] },
      {
        model: 'm-1',
        messages: [
          user,
          { role: 'assistant', content: '', tool_calls: ollamaCalls },
          { role: 'tool', tool_name: 'weather', content: '-2 °C' },
          { role: 'tool', tool_name: 'weather', content: 'no data' },
        ],
      },
    ],
    answers: [
      ollamaAnswer({ role: 'assistant', content: '', tool_calls: ollamaCalls }),
      ollamaAnswer({ role: 'assistant', content: 'Cold.' }),
    ],
    provider: 'ollama',
  },
};

function flowsOf({ url, type, requests, answers }: Provider): readonly Flow[] {
  return requests.map((request, at) => {
    const about: Sent = { id: at + 1, from: at * 100, to: at * 100 + 50, app: null };
    return posted(about, url, request, { type, body: answers[at]! });
  });
}

test.each(Object.entries(providers))('%s', async (_, given) => {
  const runs = await agentRuns(flowsOf(given), []);
  expect(runs).toHaveLength(1);
  const { name, steps, totals } = runs[0]!;
  expect(name).toBe('Weather?');
  expect(steps.map(({ kind, what }) => [kind, what])).toEqual([
    ['model', 'calls weather 2 times'],
    ['tool', '{"city":"Oslo"}'],
    ['tool', '{"city":"Bergen"}'],
    ['model', '“Cold.”'],
  ]);
  expect(steps[1]!.result).toContain('-2 °C');
  expect(steps[2]!.result).toContain('no data');
  expect(steps.map(({ outcome }) => outcome)).not.toContain('open');
  expect(steps[0]).toMatchObject({ name: 'm-1', model: { provider: given.provider } });
  expect(totals).toMatchObject({ input: 200, output: 40 });
  if (given.provider !== 'ollama') expect(totals.cachedInput).toBe(60);
});

test('a stream of Bedrock that is cut is read as far as it goes, and an exception is an error', async () => {
  const given = providers['Bedrock Converse']!;
  const whole = given.answers[0] as Buffer;
  const cut = { ...given, answers: [whole.subarray(0, whole.length * 0.6), given.answers[1]] } as const;
  const [run] = await agentRuns(flowsOf(cut).slice(0, 1), []);
  expect(run!.steps[0]).toMatchObject({ outcome: 'cut' });
  const failed = {
    ...given,
    answers: [awsEvent('throttlingException', { message: 'Too many' }), given.answers[1]],
  } as const;
  const [second] = await agentRuns(flowsOf(failed).slice(0, 1), []);
  expect(second!.steps[0]).toMatchObject({ outcome: 'error', reason: 'throttlingException: Too many' });
});

test('a session over a WebSocket is one call with its tools, speech by its transcript', async () => {
  const budget = new LogBudget(Infinity);
  const flow = capturedFlow({
    target: { scheme: 'https', host: 'api.openai.com', port: 443 },
    request: { head: ['GET /v1/realtime?model=gpt-realtime HTTP/1.1', 'Host: api.openai.com'] },
    response: { head: ['HTTP/1.1 101 Switching Protocols'] },
  });
  flow.webSocket = new WebSocketLog(budget);
  const say = (direction: 'sent' | 'received', value: object): void => {
    const bytes = Buffer.from(JSON.stringify(value));
    flow.webSocket!.add({ direction, kind: 'text', time: 1, size: bytes.length, note: null, bytes });
  };
  const item = (given: object) => ({ type: 'conversation.item.create', item: given });
  const usage = {
    input_tokens: 50,
    output_tokens: 10,
    total_tokens: 60,
    input_token_details: { cached_tokens: 15 },
  };
  say('sent', item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Weather?' }] }));
  say('received', { type: 'response.created', response: {} });
  say('received', {
    type: 'response.done',
    response: { status: 'completed', output: [responseItems[0]], usage },
  });
  say('sent', item({ type: 'function_call_output', call_id: 'call_oslo_1', output: '-2 °C' }));
  say('received', { type: 'response.created', response: {} });
  const spoken = { type: 'message', role: 'assistant', content: [{ type: 'audio', transcript: 'Cold.' }] };
  say('received', { type: 'response.done', response: { status: 'completed', output: [spoken], usage } });
  const [run] = await agentRuns([flow], []);
  expect(run).toMatchObject({ name: 'Weather?', totals: { input: 100, cachedInput: 30, output: 20 } });
  expect(run!.steps).toMatchObject([
    { kind: 'model', name: 'gpt-realtime', what: 'calls weather', outcome: 'ok' },
    { kind: 'tool', name: 'weather', result: '-2 °C', outcome: 'ok' },
  ]);
});
