// Chat completions of OpenAI, which many other providers and local servers offer too.
import { AI_PATHS } from './paths.ts';
import { ALL_COUNTED, bearer, SCHEMA_NAME } from './question.ts';
import {
  EMPTY_CALL,
  errorText,
  factsOf,
  fields,
  imagePart,
  jsonText,
  list,
  resultPart,
  text,
  textOrNull,
  textPart,
  toolNames,
  usageOf,
  type AiApi,
  type AiMessage,
  type AiPart,
  type Fields,
} from './call.ts';

const SETTINGS = [
  'stream',
  'temperature',
  'top_p',
  'max_tokens',
  'max_completion_tokens',
  'reasoning_effort',
  'tool_choice',
  'response_format',
  'seed',
  'n',
  'stop',
];
const USAGE = [
  ['input', 'prompt_tokens'],
  ['input, cached', 'prompt_tokens_details.cached_tokens'],
  ['input, cached', 'prompt_cache_hit_tokens'],
  ['input, written to the cache', 'prompt_tokens_details.cache_write_tokens'],
  ['output', 'completion_tokens'],
  ['output, reasoning', 'completion_tokens_details.reasoning_tokens'],
  ['total', 'total_tokens'],
] as const;

export const openAiChat: AiApi = {
  title: 'Chat completions',
  path: AI_PATHS.openAiChat,
  isRequest: ({ messages }) => Array.isArray(messages),
  readRequest: (body) => ({
    ...EMPTY_CALL,
    model: textOrNull(body['model']),
    settings: factsOf(body, SETTINGS),
    tools: toolNames(body['tools'], (tool) => fields(tool['function'])['name'] ?? tool['name']),
    messages: list(body['messages']).map((message) => messageOf(fields(message))),
  }),
  isResponse: ({ choices, object, error }) =>
    Array.isArray(choices) || text(object).startsWith('chat.completion') || error !== undefined,
  readResponse: (chunks) => {
    const choices = joinedChoices(chunks);
    const usage = chunks.findLast((chunk) => typeof chunk['usage'] === 'object' && chunk['usage'] !== null);
    return {
      ...EMPTY_CALL,
      model: textOrNull(chunks.find(({ model }) => textOrNull(model) !== null)?.['model']),
      messages: choices.map(({ message }) => messageOf(message)),
      finish: choices.map(({ finish }) => finish).find((finish) => finish !== null) ?? null,
      usage: usageOf(usage?.['usage'], USAGE),
      error: errorText(chunks.find(({ error }) => error !== undefined)?.['error']),
    };
  },
  hasOutput: ({ choices }) =>
    list(choices).some((choice) => {
      const { content, tool_calls: calls, reasoning_content: thinking } = fields(fields(choice)['delta']);
      return text(content) !== '' || text(thinking) !== '' || list(calls).length > 0;
    }),
  server: 'https://api.openai.com',
  folder: '/v1',
  hasFolder: true,
  endpoint: () => '/chat/completions',
  countsApart: ALL_COUNTED,
  headers: bearer,
  body: ({ provider, model, system, messages, temperature, maxTokens, tools, schema, stream }) => ({
    model,
    messages: [
      ...(system === '' ? [] : [{ role: 'system', content: system }]),
      ...messages.map(({ role, text }) => ({ role, content: text })),
    ],
    ...(temperature !== null && { temperature }),
    // Other servers know only the older name.
    ...(maxTokens !== null && {
      [provider === 'openai' ? 'max_completion_tokens' : 'max_tokens']: maxTokens,
    }),
    ...(tools.length > 0 && { tools: tools.map((each) => ({ type: 'function', function: each })) }),
    ...(schema !== null && {
      response_format: { type: 'json_schema', json_schema: { name: SCHEMA_NAME, schema, strict: true } },
    }),
    ...(stream && { stream, stream_options: { include_usage: true } }),
  }),
};

function messageOf(message: Fields): AiMessage {
  const { role, content, refusal, tool_calls: calls, tool_call_id: id } = message;
  if (role === 'tool') return { role: 'tool', parts: [resultPart(id, contentText(content))] };
  return {
    role: textOrNull(role) ?? 'assistant',
    parts: [
      ...textPart('thinking', message['reasoning_content'] ?? message['reasoning']),
      ...contentParts(content),
      ...textPart('refusal', refusal),
      ...list(calls).map((call) => callPart(fields(call))),
    ],
  };
}

function callPart(call: Fields): AiPart {
  const { name, arguments: given } = fields(call['function']);
  return { type: 'tool call', id: text(call['id']), name: text(name), arguments: jsonText(given) };
}

function contentParts(content: unknown): readonly AiPart[] {
  if (typeof content === 'string') return textPart('text', content);
  return list(content).flatMap((part): readonly AiPart[] => {
    const { type, text: found, image_url: image, thinking, file } = fields(part);
    if (type === 'image_url') return imagePart(fields(image)['url'] ?? image);
    if (type === 'thinking') return textPart('thinking', contentText(thinking));
    if (type === 'file') return [{ type: 'other', kind: `file ${text(fields(file)['filename'])}`.trim() }];
    return typeof found === 'string' ? textPart('text', found) : [{ type: 'other', kind: text(type) }];
  });
}

function contentText(content: unknown): string {
  return typeof content === 'string'
    ? content
    : contentParts(content)
        .map((part) => (part.type === 'text' ? part.text : ''))
        .join('\n');
}

interface Choice {
  readonly message: Fields;
  readonly finish: string | null;
}

/** The choices of one response, or those of a stream, whose pieces are joined. */
function joinedChoices(chunks: readonly Fields[]): readonly Choice[] {
  const joined = new Map<number, JoinedChoice>();
  const whole: Choice[] = [];
  for (const chunk of chunks)
    for (const each of list(chunk['choices'])) {
      const choice = fields(each);
      const finish = textOrNull(choice['finish_reason']);
      if (choice['message'] !== undefined) whole.push({ message: fields(choice['message']), finish });
      else {
        const index = typeof choice['index'] === 'number' ? choice['index'] : 0;
        const before = joined.get(index) ?? new JoinedChoice();
        joined.set(index, before);
        before.add(fields(choice['delta']), finish);
      }
    }
  return whole.length > 0 ? whole : [...joined.values()].map((choice) => choice.result());
}

class JoinedChoice {
  readonly #texts = { content: [] as string[], reasoning_content: [] as string[], refusal: [] as string[] };
  readonly #calls = new Map<unknown, { id: string; name: string; arguments: string[] }>();
  #lastCall: unknown = undefined;
  #role: string | null = null;
  #finish: string | null = null;

  add(delta: Fields, finish: string | null): void {
    this.#role ??= textOrNull(delta['role']);
    this.#finish = finish ?? this.#finish;
    this.#texts.content.push(contentText(delta['content']));
    this.#texts.reasoning_content.push(text(delta['reasoning_content'] ?? delta['reasoning']));
    this.#texts.refusal.push(text(delta['refusal']));
    for (const each of list(delta['tool_calls'])) {
      const call = fields(each);
      const { name, arguments: piece } = fields(call['function']);
      // Some servers send each call whole and leave out its number.
      const key = call['index'] ?? textOrNull(call['id']) ?? this.#lastCall;
      this.#lastCall = key;
      const before = this.#calls.get(key) ?? { id: '', name: '', arguments: [] };
      this.#calls.set(key, before);
      before.id ||= text(call['id']);
      before.name ||= text(name);
      before.arguments.push(text(piece));
    }
  }

  result(): Choice {
    const { content, reasoning_content: reasoning, refusal } = this.#texts;
    const calls = [...this.#calls.values()].map(({ id, name, arguments: pieces }) => ({
      id,
      function: { name, arguments: pieces.join('') },
    }));
    return {
      message: {
        role: this.#role,
        content: content.join(''),
        reasoning_content: reasoning.join(''),
        refusal: refusal.join(''),
        tool_calls: calls,
      },
      finish: this.#finish,
    };
  }
}
