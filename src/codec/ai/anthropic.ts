// The Messages API of Anthropic.
import { AI_PATHS } from './paths.ts';
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
  type AiImage,
  type AiMessage,
  type AiPart,
  type Fields,
} from './call.ts';

const SETTINGS = [
  'stream',
  'max_tokens',
  'temperature',
  'top_p',
  'thinking',
  'tool_choice',
  'stop_sequences',
  'output_config',
  'output_format',
];
const USAGE = [
  ['input', 'input_tokens'],
  ['input, cached', 'cache_read_input_tokens'],
  ['input, written to the cache', 'cache_creation_input_tokens'],
  ['output', 'output_tokens'],
] as const;

/** Anthropic asks for a limit in every request. */
const DEFAULT_MAX_TOKENS = 4096;

export const anthropic: AiApi = {
  title: 'Anthropic messages',
  path: AI_PATHS.anthropic,
  isRequest: ({ messages }) => Array.isArray(messages),
  readRequest: (body) => ({
    ...EMPTY_CALL,
    model: textOrNull(body['model']),
    // A thread that the server holds: a request has only what is new.
    id: textOrNull(fields(body['thread'])['previous_message_id']),
    settings: factsOf(body, SETTINGS),
    tools: toolNames(body['tools'], ({ name }) => name),
    messages: [
      ...(body['system'] === undefined ? [] : [messageOf({ role: 'system', content: body['system'] })]),
      ...list(body['messages']).map((message) => messageOf(fields(message))),
    ],
  }),
  isResponse: ({ type, error }) =>
    ['message', 'message_start', 'ping', 'error'].includes(text(type)) || error !== undefined,
  readResponse: (chunks) => {
    const message = joinedMessage(chunks);
    return {
      ...EMPTY_CALL,
      model: textOrNull(message['model']),
      id: textOrNull(message['id']),
      messages: list(message['content']).length === 0 ? [] : [messageOf(message)],
      finish: textOrNull(message['stop_reason']),
      usage: usageOf(message['usage'], USAGE),
      error: errorText(chunks.find(({ type, error }) => type === 'error' || error !== undefined)?.['error']),
    };
  },
  hasOutput: ({ type }) => type === 'content_block_delta',
  server: 'https://api.anthropic.com',
  folder: '/v1',
  hasFolder: false,
  endpoint: () => '/messages',
  countsApart: { cache: true, reasoning: false },
  headers: (apiKey) => [
    ...(apiKey === '' ? [] : [{ name: 'x-api-key', value: apiKey }]),
    { name: 'anthropic-version', value: '2023-06-01' },
  ],
  body: ({ model, system, messages, temperature, maxTokens, tools, schema, stream }) => ({
    model,
    ...(system !== '' && { system }),
    messages: messages.map(({ role, text }) => ({ role, content: text })),
    max_tokens: maxTokens ?? DEFAULT_MAX_TOKENS,
    ...(temperature !== null && { temperature }),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({
        name,
        description,
        input_schema: parameters,
      })),
    }),
    ...(schema !== null && { output_config: { format: { type: 'json_schema', schema } } }),
    ...(stream && { stream }),
  }),
};

function messageOf({ role, content }: Fields): AiMessage {
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : list(content);
  return {
    role: textOrNull(role) ?? 'assistant',
    parts: blocks.flatMap((block) => blockParts(fields(block))),
  };
}

function blockParts(block: Fields): readonly AiPart[] {
  const { type, id, name, input, tool_use_id: callId, content } = block;
  switch (type) {
    case 'text':
      return textPart('text', block['text']);
    case 'thinking':
      return textPart('thinking', block['thinking']);
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return [{ type: 'tool call', id: text(id), name: text(name), arguments: jsonText(input) }];
    case 'tool_result':
    case 'mcp_tool_result':
      return [
        resultPart(callId, resultText(content), {
          isError: block['is_error'] === true,
          images: list(content).flatMap((each) => imageOf(fields(each))),
        }),
      ];
    case 'image':
      return imageOf(block);
    default:
      return [{ type: 'other', kind: text(type) }];
  }
}

function imageOf({ type, source }: Fields): readonly AiImage[] {
  const { type: kind, media_type: mime, data, url, file_id: file } = fields(source);
  if (type !== 'image') return [];
  return imagePart(kind === 'base64' ? dataUrl(mime, data) : (url ?? file));
}

function resultText(content: unknown): string {
  if (!Array.isArray(content)) return jsonText(content);
  return content
    .filter((each) => fields(each)['type'] !== 'image')
    .map((each) => textOrNull(fields(each)['text']) ?? `[${text(fields(each)['type'])}]`)
    .join('\n');
}

/** The message of a response, or that of a stream, whose pieces are joined. */
function joinedMessage(chunks: readonly Fields[]): Fields {
  const whole = chunks.find(({ type }) => type === 'message');
  if (whole !== undefined) return whole;
  const blocks = new Map<unknown, { block: Fields; pieces: string[] }>();
  let message: Fields = {};
  for (const chunk of chunks) {
    const { type, index, delta, usage } = chunk;
    if (type === 'message_start') message = fields(chunk['message']);
    else if (type === 'content_block_start')
      blocks.set(index, { block: fields(chunk['content_block']), pieces: [] });
    else if (type === 'content_block_delta') blocks.get(index)?.pieces.push(pieceOf(fields(delta)));
    else if (type === 'message_delta')
      message = { ...message, ...fields(delta), usage: { ...fields(message['usage']), ...fields(usage) } };
  }
  const content = [...blocks.values()].map(({ block, pieces }) => joinedBlock(block, pieces.join('')));
  return { ...message, content };
}

function pieceOf({ text: written, partial_json: json, thinking }: Fields): string {
  return text(written) || text(json) || text(thinking);
}

function joinedBlock(block: Fields, piece: string): Fields {
  if (piece === '') return block;
  switch (block['type']) {
    case 'text':
      return { ...block, text: text(block['text']) + piece };
    case 'thinking':
      return { ...block, thinking: text(block['thinking']) + piece };
    default:
      return { ...block, input: piece };
  }
}
