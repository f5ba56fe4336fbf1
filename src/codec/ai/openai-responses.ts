// The Responses API of OpenAI.
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
  'max_output_tokens',
  'reasoning',
  'tool_choice',
  'text',
  'store',
  'previous_response_id',
  'conversation',
];
const USAGE = [
  ['input', 'input_tokens'],
  ['input, cached', 'input_tokens_details.cached_tokens'],
  ['output', 'output_tokens'],
  ['output, reasoning', 'output_tokens_details.reasoning_tokens'],
  ['total', 'total_tokens'],
] as const;

export const openAiResponses: AiApi = {
  title: 'Responses',
  path: AI_PATHS.openAiResponses,
  isRequest: ({ model, input, prompt }) =>
    (typeof model === 'string' || prompt !== undefined) &&
    (typeof input === 'string' || Array.isArray(input)),
  readRequest: (body) => ({
    ...EMPTY_CALL,
    model: textOrNull(body['model']),
    id: textOrNull(body['previous_response_id']),
    settings: factsOf(body, SETTINGS),
    tools: toolNames(body['tools'], ({ name, server_label: server }) => name ?? server),
    messages: [
      ...messagesOf('system', textPart('text', body['instructions'])),
      ...(typeof body['input'] === 'string'
        ? messagesOf('user', textPart('text', body['input']))
        : list(body['input']).flatMap((item) => itemMessage(fields(item)))),
    ],
  }),
  isResponse: ({ object, type, error }) =>
    object === 'response' || text(type).startsWith('response.') || error !== undefined || type === 'error',
  readResponse: (chunks) => {
    const response = finalResponse(chunks);
    const output = list(response['output']);
    const items = output.length > 0 ? output.map(fields) : joinedItems(chunks);
    const failed = chunks.find(({ type }) => type === 'error');
    return {
      ...EMPTY_CALL,
      model: textOrNull(response['model']),
      id: textOrNull(response['id']),
      messages: items.flatMap(itemMessage),
      finish: textOrNull(fields(response['incomplete_details'])['reason']) ?? textOrNull(response['status']),
      usage: usageOf(response['usage'], USAGE),
      error: errorText(response['error']) ?? errorText(failed?.['error'] ?? failed),
    };
  },
  hasOutput: ({ type }) => /^response\..*\.delta$/.test(text(type)),
  server: 'https://api.openai.com',
  folder: '/v1',
  hasFolder: true,
  countsApart: ALL_COUNTED,
  headers: bearer,
  endpoint: () => '/responses',
  body: ({ model, system, messages, temperature, maxTokens, tools, schema, stream }) => ({
    model,
    ...(system !== '' && { instructions: system }),
    input: messages.map(({ role, text }) => ({ role, content: text })),
    ...(temperature !== null && { temperature }),
    ...(maxTokens !== null && { max_output_tokens: maxTokens }),
    ...(tools.length > 0 && { tools: tools.map((each) => ({ type: 'function', ...each })) }),
    ...(schema !== null && {
      text: { format: { type: 'json_schema', name: SCHEMA_NAME, schema, strict: true } },
    }),
    ...(stream && { stream }),
  }),
};

function messagesOf(role: string, parts: readonly AiPart[]): readonly AiMessage[] {
  return parts.length === 0 ? [] : [{ role, parts }];
}

function itemMessage(item: Fields): readonly AiMessage[] {
  const { type, role, content, name, arguments: given, call_id: id, output } = item;
  switch (type) {
    case undefined:
    case 'message':
      return messagesOf(textOrNull(role) ?? 'assistant', contentParts(content));
    case 'function_call':
    case 'custom_tool_call':
    case 'mcp_call':
      return messagesOf('assistant', [
        {
          type: 'tool call',
          id: text(id ?? item['id']),
          name: text(name),
          arguments: jsonText(given ?? item['input']),
        },
        ...(type === 'mcp_call' && output !== undefined ? [resultPart(item['id'], jsonText(output))] : []),
      ]);
    case 'function_call_output':
    case 'custom_tool_call_output':
      return messagesOf('tool', [resultPart(id, jsonText(output))]);
    case 'reasoning':
      return messagesOf(
        'assistant',
        [...list(item['summary']), ...list(content)].flatMap((part) =>
          textPart('thinking', fields(part)['text']),
        ),
      );
    default:
      return messagesOf(textOrNull(role) ?? 'assistant', [{ type: 'other', kind: text(type) }]);
  }
}

function contentParts(content: unknown): readonly AiPart[] {
  if (typeof content === 'string') return textPart('text', content);
  return list(content).flatMap((each): readonly AiPart[] => {
    const { type, text: found, refusal, image_url: image, file_id: file } = fields(each);
    if (type === 'input_image') return imagePart(image ?? file);
    if (typeof refusal === 'string') return textPart('refusal', refusal);
    return typeof found === 'string' ? textPart('text', found) : [{ type: 'other', kind: text(type) }];
  });
}

/** The response as a whole, which the last events of a stream have too. */
function finalResponse(chunks: readonly Fields[]): Fields {
  const last =
    chunks.findLast(({ object, response }) => object === 'response' || response !== undefined) ?? {};
  return last['response'] === undefined ? last : fields(last['response']);
}

/** The output items of a stream that has not come to its end. */
function joinedItems(chunks: readonly Fields[]): readonly Fields[] {
  const items = new Map<unknown, { item: Fields; pieces: string[] }>();
  for (const { type, output_index: index, item, delta } of chunks) {
    if (type === 'response.output_item.added') items.set(index, { item: fields(item), pieces: [] });
    const current = items.get(index);
    if (current === undefined) continue;
    if (type === 'response.output_item.done') current.item = fields(item);
    else if (text(type).endsWith('.delta')) current.pieces.push(text(delta));
  }
  return [...items.values()].map(({ item, pieces }) => withPieces(item, pieces.join('')));
}

function withPieces(item: Fields, piece: string): Fields {
  const { type, content, arguments: given } = item;
  if (piece === '' || text(given) !== '' || list(content).length > 0) return item;
  if (type === 'message') return { ...item, content: piece };
  if (type === 'reasoning') return { ...item, summary: [{ text: piece }] };
  return { ...item, arguments: piece };
}
