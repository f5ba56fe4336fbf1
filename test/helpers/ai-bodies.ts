// Bodies of calls to language models, in the shapes that the providers document.

export interface AiBody {
  readonly url: string;
  readonly side: 'request' | 'response';
  readonly contentType: string;
  readonly body: string;
}

const JSON_TYPE = 'application/json';
const SSE = 'text/event-stream; charset=utf-8';

const events = (...data: readonly object[]): string =>
  data.map((each) => `data: ${JSON.stringify(each)}\n\n`).join('');
const namedEvents = (
  ...data: readonly { readonly type: string; readonly [name: string]: unknown }[]
): string => data.map((each) => `event: ${each.type}\ndata: ${JSON.stringify(each)}\n\n`).join('');

const chunk = (delta: object, finish: string | null = null): object => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1_760_000_000,
  model: 'gpt-5-mini-2025-08-07',
  choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
});

const OPENAI = 'https://api.openai.com/v1/chat/completions';
const RESPONSES = 'https://api.openai.com/v1/responses';
const ANTHROPIC = 'https://api.anthropic.com/v1/messages';
const GEMINI = 'https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash';
const OLLAMA = 'http://127.0.0.1:11434/api';

export const aiBodies = {
  chatRequest: {
    url: OPENAI,
    side: 'request',
    contentType: JSON_TYPE,
    body: JSON.stringify({
      model: 'gpt-5-mini',
      stream: true,
      temperature: 0.2,
      messages: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Weather in Oslo?' },
            { type: 'image_url', image_url: { url: 'data:' } },
          ],
        },
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } },
          ],
        },
        { role: 'tool', tool_call_id: 'call_1', content: '-2 °C' },
      ],
      tools: [{ type: 'function', function: { name: 'weather', parameters: {} } }],
    }),
  },
  chatResponse: {
    url: OPENAI,
    side: 'response',
    contentType: JSON_TYPE,
    body: JSON.stringify({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      model: 'gpt-5-mini-2025-08-07',
      choices: [
        { index: 0, message: { role: 'assistant', content: 'Cold.', refusal: null }, finish_reason: 'stop' },
      ],
      usage: {
        prompt_tokens: 31,
        completion_tokens: 12,
        total_tokens: 43,
        prompt_tokens_details: { cached_tokens: 8 },
        completion_tokens_details: { reasoning_tokens: 5 },
      },
    }),
  },
  chatStream: {
    url: `${OPENAI}?x=1`,
    side: 'response',
    contentType: SSE,
    body: `${events(
      chunk({ role: 'assistant', content: '', refusal: null }),
      chunk({ content: 'It is ' }),
      chunk({ content: 'cold.' }),
      chunk({
        tool_calls: [{ index: 0, id: 'call_2', type: 'function', function: { name: 'warn', arguments: '' } }],
      }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: '{"level"' } }] }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: ':1}' } }] }),
      chunk({}, 'tool_calls'),
      {
        object: 'chat.completion.chunk',
        model: 'gpt-5-mini-2025-08-07',
        choices: [],
        usage: { prompt_tokens: 31, completion_tokens: 9, total_tokens: 40 },
      },
    )}data: [DONE]\n\n`,
  },
  chatError: {
    url: OPENAI,
    side: 'response',
    contentType: JSON_TYPE,
    body: '{"error":{"message":"Incorrect API key provided","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}',
  },
  responsesRequest: {
    url: RESPONSES,
    side: 'request',
    contentType: JSON_TYPE,
    body: JSON.stringify({
      model: 'gpt-5',
      instructions: 'Be brief.',
      stream: true,
      reasoning: { effort: 'low' },
      input: [
        { role: 'user', content: [{ type: 'input_text', text: 'Weather?' }] },
        { type: 'function_call', call_id: 'c1', name: 'weather', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c1', output: 'cold' },
      ],
      tools: [{ type: 'function', name: 'weather' }, { type: 'web_search' }],
    }),
  },
  responsesStream: {
    url: RESPONSES,
    side: 'response',
    contentType: SSE,
    body: namedEvents(
      {
        type: 'response.created',
        response: { id: 'resp_1', object: 'response', status: 'in_progress', model: 'gpt-5', output: [] },
      },
      {
        type: 'response.output_item.added',
        output_index: 0,
        item: { type: 'message', role: 'assistant', content: [] },
      },
      { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'It is cold.' },
      {
        type: 'response.completed',
        response: {
          id: 'resp_1',
          object: 'response',
          status: 'completed',
          model: 'gpt-5-2025-08-07',
          output: [
            { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Norway, November' }] },
            {
              type: 'message',
              role: 'assistant',
              content: [{ type: 'output_text', text: 'It is cold.', annotations: [] }],
            },
            { type: 'function_call', call_id: 'c2', name: 'warn', arguments: '{"level":1}' },
          ],
          usage: {
            input_tokens: 20,
            output_tokens: 30,
            total_tokens: 50,
            output_tokens_details: { reasoning_tokens: 10 },
          },
        },
      },
    ),
  },
  anthropicRequest: {
    url: ANTHROPIC,
    side: 'request',
    contentType: JSON_TYPE,
    body: JSON.stringify({
      model: 'claude-sonnet-4-5',
      max_tokens: 1024,
      system: [{ type: 'text', text: 'Be brief.' }],
      messages: [
        { role: 'user', content: 'Weather in Oslo?' },
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Oslo' } }],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'toolu_1', content: [{ type: 'text', text: '-2 °C' }] },
          ],
        },
      ],
      tools: [{ name: 'weather', input_schema: { type: 'object' } }],
    }),
  },
  anthropicStream: {
    url: `${ANTHROPIC}?beta=true`,
    side: 'response',
    contentType: SSE,
    body: namedEvents(
      {
        type: 'message_start',
        message: {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          model: 'claude-sonnet-4-5',
          content: [],
          stop_reason: null,
          usage: { input_tokens: 25, cache_read_input_tokens: 10, output_tokens: 1 },
        },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Norway' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
      { type: 'ping' },
      { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'It is ' } },
      { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'cold.' } },
      {
        type: 'content_block_start',
        index: 2,
        content_block: { type: 'tool_use', id: 'toolu_2', name: 'warn', input: {} },
      },
      {
        type: 'content_block_delta',
        index: 2,
        delta: { type: 'input_json_delta', partial_json: '{"level"' },
      },
      {
        type: 'content_block_delta',
        index: 2,
        delta: { type: 'input_json_delta', partial_json: ': 1}' },
      },
      {
        type: 'message_delta',
        delta: { stop_reason: 'tool_use', stop_sequence: null },
        usage: { output_tokens: 15 },
      },
      { type: 'message_stop' },
    ),
  },
  anthropicError: {
    url: ANTHROPIC,
    side: 'response',
    contentType: JSON_TYPE,
    body: '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"req_1"}',
  },
  geminiRequest: {
    url: `${GEMINI}:generateContent`,
    side: 'request',
    contentType: JSON_TYPE,
    body: JSON.stringify({
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: [
        { role: 'user', parts: [{ text: 'Weather?' }, { inlineData: { mimeType: 'image/png', data: '' } }] },
        { role: 'model', parts: [{ functionCall: { name: 'weather', args: { city: 'Oslo' } } }] },
        { role: 'user', parts: [{ functionResponse: { name: 'weather', response: { degrees: -2 } } }] },
      ],
      tools: [{ functionDeclarations: [{ name: 'weather' }] }, { googleSearch: {} }],
      generationConfig: { temperature: 0.5 },
    }),
  },
  geminiStream: {
    url: `${GEMINI}:streamGenerateContent?alt=sse`,
    side: 'response',
    contentType: 'text/event-stream',
    body: events(
      {
        candidates: [{ content: { role: 'model', parts: [{ text: 'Norway', thought: true }] }, index: 0 }],
        modelVersion: 'gemini-2.5-flash',
      },
      { candidates: [{ content: { role: 'model', parts: [{ text: 'It is ' }] }, index: 0 }] },
      {
        candidates: [
          { content: { role: 'model', parts: [{ text: 'cold.' }] }, finishReason: 'STOP', index: 0 },
        ],
        usageMetadata: {
          promptTokenCount: 8,
          candidatesTokenCount: 4,
          totalTokenCount: 20,
          thoughtsTokenCount: 8,
        },
        modelVersion: 'gemini-2.5-flash',
      },
    ).replaceAll('\n', '\r\n'),
  },
  geminiList: {
    url: `${GEMINI}:streamGenerateContent`,
    side: 'response',
    contentType: 'application/json; charset=UTF-8',
    body: JSON.stringify(
      [
        { candidates: [{ content: { role: 'model', parts: [{ text: 'It is ' }] } }] },
        { candidates: [{ content: { role: 'model', parts: [{ text: 'cold.' }] }, finishReason: 'STOP' }] },
      ],
      null,
      2,
    ),
  },
  ollamaRequest: {
    url: `${OLLAMA}/generate`,
    side: 'request',
    contentType: JSON_TYPE,
    body: JSON.stringify({
      model: 'llama3.2',
      system: 'Be brief.',
      prompt: 'Weather?',
      options: { temperature: 0 },
    }),
  },
  ollamaStream: {
    url: `${OLLAMA}/chat`,
    side: 'response',
    contentType: 'application/x-ndjson',
    body: [
      {
        model: 'llama3.2',
        created_at: '2026-11-22T20:00:00Z',
        message: { role: 'assistant', content: 'It is ' },
        done: false,
      },
      {
        model: 'llama3.2',
        created_at: '2026-11-22T20:00:01Z',
        message: {
          role: 'assistant',
          content: 'cold.',
          tool_calls: [{ function: { name: 'warn', arguments: { level: 1 } } }],
        },
        done: false,
      },
      {
        model: 'llama3.2',
        created_at: '2026-11-22T20:00:02Z',
        message: { role: 'assistant', content: '' },
        done: true,
        done_reason: 'stop',
        prompt_eval_count: 26,
        eval_count: 9,
      },
    ]
      .map((each) => `${JSON.stringify(each)}\n`)
      .join(''),
  },
} as const satisfies Readonly<Record<string, AiBody>>;
