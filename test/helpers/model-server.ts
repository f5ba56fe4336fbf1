// A server that plays a language model in the protocols of several providers: it asks for two tools at once, then for a
// third, and then answers. What it says depends only on the results that a request has.
import { startOrigin, type Origin } from './origin.ts';
import { text } from 'node:stream/consumers';
import type { IncomingMessage, ServerResponse } from 'node:http';

type Json = Readonly<Record<string, unknown>>;

interface Turn {
  readonly calls: readonly { readonly id: string; readonly name: string; readonly arguments: Json }[];
  readonly text: string;
  readonly input: number;
  readonly output: number;
  readonly cached: number;
}

/** The call of the model after this number of results of tools. */
export function turnAfter(results: number): Turn {
  const call = (id: string, name: string, args: Json) => ({ id, name, arguments: args });
  const calls =
    results === 0
      ? [
          call('call_a1f0c2', 'get_weather', { city: 'Oslo' }),
          call('call_b27d9e', 'get_weather', { city: 'Rome' }),
        ]
      : results < 3
        ? [call('call_c3e581', 'add', { a: -2, b: 15 })]
        : [];
  const said = calls.length > 0 ? '' : 'The sum is 13.';
  return { calls, text: said, input: 100 + 50 * results, output: 20 + results, cached: results * 10 };
}

export function startModelServer(): Promise<Origin> {
  return startOrigin((request, response) => void answer(request, response));
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url?.split('?')[0] ?? '';
  if (path.startsWith('/weather/')) {
    response.end(path === '/weather/Oslo' ? '-2 °C' : '15 °C');
    return;
  }
  const body = JSON.parse(await text(request)) as Json;
  const speak = Object.entries(protocols).find(([end]) => path.includes(end))?.[1];
  if (speak === undefined) {
    response.writeHead(404).end(`no model at ${path}`);
    return;
  }
  const { type, pieces } = speak(body, path);
  response.setHeader('Content-Type', type);
  for (const piece of pieces) {
    response.write(piece);
    await new Promise(setImmediate);
  }
  response.end();
}

interface Spoken {
  readonly type: string;
  readonly pieces: readonly string[];
}

const json = (value: unknown): Spoken => ({ type: 'application/json', pieces: [JSON.stringify(value)] });
const events = (values: readonly Json[], named = false): Spoken => ({
  type: 'text/event-stream',
  pieces: values.map((value) => {
    const name = named ? `event: ${String(value['type'])}\n` : '';
    return `${name}data: ${JSON.stringify(value)}\n\n`;
  }),
});

function countOf(body: Json, mark: string): number {
  return JSON.stringify(body).split(mark).length - 1;
}

function openAiChat(body: Json): Spoken {
  const turn = turnAfter(countOf(body, '"role":"tool"'));
  const calls = turn.calls.map(({ id, name, arguments: args }, index) => ({
    index,
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }));
  const finish = calls.length > 0 ? 'tool_calls' : 'stop';
  const usage = {
    prompt_tokens: turn.input,
    completion_tokens: turn.output,
    total_tokens: turn.input + turn.output,
    prompt_tokens_details: { cached_tokens: turn.cached },
  };
  const head = { id: `chatcmpl-${turn.output}`, created: 1, model: body['model'] };
  if (body['stream'] !== true) {
    const message = {
      role: 'assistant',
      content: turn.text || null,
      ...(calls.length > 0 && {
        tool_calls: calls.map(({ id, type, function: called }) => ({ id, type, function: called })),
      }),
    };
    return json({
      ...head,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: finish }],
      usage,
    });
  }
  const chunk = (delta: Json, reason: string | null = null): Json => ({
    ...head,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: reason }],
  });
  const spoken = events([
    chunk({ role: 'assistant', content: turn.text || null }),
    ...calls.map((call) => chunk({ tool_calls: [call] })),
    chunk({}, finish),
    { ...head, object: 'chat.completion.chunk', choices: [], usage },
  ]);
  return { ...spoken, pieces: [...spoken.pieces, 'data: [DONE]\n\n'] };
}

function openAiResponses(body: Json): Spoken {
  const turn = turnAfter(countOf(body, '"function_call_output"'));
  const output =
    turn.calls.length > 0
      ? turn.calls.map(({ id, name, arguments: args }) => ({
          type: 'function_call',
          id: `fc_${id}`,
          call_id: id,
          name,
          arguments: JSON.stringify(args),
          status: 'completed',
        }))
      : [
          {
            type: 'message',
            id: 'msg_1',
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text: turn.text, annotations: [], logprobs: [] }],
          },
        ];
  const usage = {
    input_tokens: turn.input,
    output_tokens: turn.output,
    total_tokens: turn.input + turn.output,
    input_tokens_details: { cached_tokens: turn.cached },
    output_tokens_details: { reasoning_tokens: 0 },
  };
  const response = {
    id: `resp_${turn.output}`,
    object: 'response',
    created_at: 1,
    model: body['model'],
    status: 'completed',
    output,
    usage,
    error: null,
    incomplete_details: null,
    tools: [],
  };
  if (body['stream'] !== true) return json(response);
  const list = output.flatMap((item, index) => [
    {
      type: 'response.output_item.added',
      output_index: index,
      item: 'content' in item ? item : { ...item, arguments: '' },
    },
    ...('content' in item
      ? [
          {
            type: 'response.output_text.delta',
            item_id: item.id,
            output_index: index,
            content_index: 0,
            delta: turn.text,
            logprobs: [],
          },
        ]
      : [
          {
            type: 'response.function_call_arguments.delta',
            item_id: item.id,
            output_index: index,
            delta: item.arguments,
          },
          {
            type: 'response.function_call_arguments.done',
            item_id: item.id,
            output_index: index,
            arguments: item.arguments,
          },
        ]),
    { type: 'response.output_item.done', output_index: index, item },
  ]);
  const created = { ...response, status: 'in_progress', output: [], usage: null };
  return events(
    [{ type: 'response.created', response: created }, ...list, { type: 'response.completed', response }].map(
      (event, index) => ({ ...event, sequence_number: index }),
    ),
    true,
  );
}

/** A request that goes on with a thread has only the results that are new. */
function anthropic(body: Json): Spoken {
  const { previous_message_id: previous = 'msg_20' } = (body['thread'] ?? {}) as {
    previous_message_id?: string;
  };
  const turn = turnAfter(countOf(body, '"tool_result"') + Number(previous.slice(4)) - 20);
  const content =
    turn.calls.length > 0
      ? turn.calls.map(({ id, name, arguments: input }) => ({ type: 'tool_use', id, name, input }))
      : [{ type: 'text', text: turn.text }];
  const reason = turn.calls.length > 0 ? 'tool_use' : 'end_turn';
  const usage = {
    input_tokens: turn.input - turn.cached,
    cache_read_input_tokens: turn.cached,
    cache_creation_input_tokens: 0,
    output_tokens: turn.output,
  };
  const message = {
    id: `msg_${turn.output}`,
    type: 'message',
    role: 'assistant',
    model: body['model'],
    content,
    stop_reason: reason,
    stop_sequence: null,
    usage,
  };
  if (body['stream'] !== true) return json(message);
  return events(
    [
      {
        type: 'message_start',
        message: { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } },
      },
      ...content.flatMap((block, index): Json[] => [
        {
          type: 'content_block_start',
          index,
          content_block: 'input' in block ? { ...block, input: {} } : { ...block, text: '' },
        },
        {
          type: 'content_block_delta',
          index,
          delta:
            'input' in block
              ? { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
              : { type: 'text_delta', text: block.text },
        },
        { type: 'content_block_stop', index },
      ]),
      {
        type: 'message_delta',
        delta: { stop_reason: reason, stop_sequence: null },
        usage: { output_tokens: turn.output },
      },
      { type: 'message_stop' },
    ],
    true,
  );
}

function gemini(body: Json, path: string): Spoken {
  const turn = turnAfter(countOf(body, '"functionResponse"'));
  const parts =
    turn.calls.length > 0
      ? turn.calls.map(({ name, arguments: args }) => ({ functionCall: { name, args } }))
      : [{ text: turn.text }];
  const value = {
    candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }],
    usageMetadata: {
      promptTokenCount: turn.input,
      candidatesTokenCount: turn.output,
      totalTokenCount: turn.input + turn.output,
      cachedContentTokenCount: turn.cached,
    },
    modelVersion: 'gemini-3-flash',
    responseId: `r${turn.output}`,
  };
  return path.includes('stream') ? events([value]) : json(value);
}

function ollama(body: Json): Spoken {
  const turn = turnAfter(countOf(body, '"role":"tool"'));
  const calls = turn.calls.map(({ name, arguments: args }) => ({ function: { name, arguments: args } }));
  const message = { role: 'assistant', content: turn.text, ...(calls.length > 0 && { tool_calls: calls }) };
  const head = { model: body['model'], created_at: '2026-01-01T00:00:00Z' };
  const end = {
    done: true,
    done_reason: 'stop',
    total_duration: 1,
    prompt_eval_count: turn.input,
    eval_count: turn.output,
  };
  if (body['stream'] === false) return json({ ...head, message, ...end });
  const lines = [
    { ...head, message, done: false },
    { ...head, message: { role: 'assistant', content: '' }, ...end },
  ];
  return { type: 'application/x-ndjson', pieces: lines.map((line) => `${JSON.stringify(line)}\n`) };
}

const protocols: Readonly<Record<string, (body: Json, path: string) => Spoken>> = {
  '/chat/completions': openAiChat,
  '/responses': openAiResponses,
  '/messages': anthropic,
  enerateContent: gemini,
  '/api/chat': ollama,
};
