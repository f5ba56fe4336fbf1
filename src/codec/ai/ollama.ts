// chat and generate of Ollama.
import { AI_PATHS } from './paths.ts';
import { ALL_COUNTED, bearer } from './question.ts';
import {
  dataUrl,
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
  type Fields,
} from './call.ts';

const SETTINGS = ['stream', 'format', 'options', 'think', 'keep_alive'];
const USAGE = [
  ['input', 'prompt_eval_count'],
  ['output', 'eval_count'],
] as const;

export const ollama: AiApi = {
  title: 'Ollama',
  path: AI_PATHS.ollama,
  isRequest: ({ model, messages, prompt }) =>
    typeof model === 'string' && (Array.isArray(messages) || typeof prompt === 'string'),
  readRequest: (body) => ({
    ...EMPTY_CALL,
    model: textOrNull(body['model']),
    settings: factsOf(body, SETTINGS),
    tools: toolNames(body['tools'], (tool) => fields(tool['function'])['name']),
    messages: Array.isArray(body['messages'])
      ? body['messages'].map((message) => messageOf(fields(message)))
      : [
          ...(textOrNull(body['system']) === null
            ? []
            : [messageOf({ role: 'system', content: body['system'] })]),
          messageOf({ role: 'user', content: body['prompt'], images: body['images'] }),
        ],
  }),
  isResponse: ({ model, created_at: at, done, error }) =>
    (typeof model === 'string' && (at !== undefined || done !== undefined)) || error !== undefined,
  readResponse: (chunks) => {
    const last = chunks.findLast(({ done }) => done === true) ?? {};
    const message = joinedMessage(chunks);
    return {
      ...EMPTY_CALL,
      model: textOrNull(chunks[0]?.['model']),
      messages: message.parts.length === 0 ? [] : [message],
      finish: textOrNull(last['done_reason']),
      usage: usageOf(last, USAGE),
      error: errorText(chunks.find(({ error }) => error !== undefined)?.['error']),
    };
  },
  hasOutput: ({ message, response }) =>
    text(response) !== '' ||
    text(fields(message)['content']) !== '' ||
    text(fields(message)['thinking']) !== '',
  server: 'http://127.0.0.1:11434',
  folder: '/api',
  hasFolder: false,
  endpoint: () => '/chat',
  countsApart: ALL_COUNTED,
  headers: bearer,
  body: ({ model, system, messages, temperature, maxTokens, tools, schema, stream }) => ({
    model,
    messages: [
      ...(system === '' ? [] : [{ role: 'system', content: system }]),
      ...messages.map(({ role, text }) => ({ role, content: text })),
    ],
    options: {
      ...(temperature !== null && { temperature }),
      ...(maxTokens !== null && { num_predict: maxTokens }),
    },
    ...(tools.length > 0 && { tools: tools.map((each) => ({ type: 'function', function: each })) }),
    ...(schema !== null && { format: schema }),
    // The server streams unless it is told not to.
    stream,
  }),
};

function messageOf(message: Fields): AiMessage {
  const { role, content, thinking, images, tool_calls: calls, tool_name: tool } = message;
  if (role === 'tool') return { role, parts: [resultPart(tool, text(content))] };
  return {
    role: textOrNull(role) ?? 'assistant',
    parts: [
      ...textPart('thinking', thinking),
      ...textPart('text', content),
      ...list(images).flatMap((image) => imagePart(dataUrl('', image))),
      ...list(calls).map((call) => {
        const { name, arguments: given } = fields(fields(call)['function']);
        return { type: 'tool call', id: '', name: text(name), arguments: jsonText(given) } as const;
      }),
    ],
  };
}

function joinedMessage(chunks: readonly Fields[]): AiMessage {
  const messages = chunks.map(({ message }) => fields(message));
  const join = (name: string, generated: string): string =>
    chunks.map((chunk, at) => text(messages[at]![name]) || text(chunk[generated])).join('');
  return messageOf({
    role: 'assistant',
    content: join('content', 'response'),
    thinking: join('thinking', 'thinking'),
    tool_calls: messages.flatMap((message) => list(message['tool_calls'])),
  });
}
