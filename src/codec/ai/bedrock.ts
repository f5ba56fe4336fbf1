// Converse and ConverseStream of Amazon Bedrock, and models of Anthropic behind other clouds.
import { anthropic } from './anthropic.ts';
import {
  dataUrl,
  EMPTY_CALL,
  errorText,
  factsOf,
  fields,
  jsonText,
  list,
  resultPart,
  text,
  textOrNull,
  textPart,
  usageOf,
  type AiApi,
  type AiMessage,
  type AiPart,
  type AiReader,
  type Fields,
} from './call.ts';
import { AI_PATHS, modelIn } from './paths.ts';
import { bearer, SCHEMA_NAME } from './question.ts';

const SETTINGS = ['maxTokens', 'temperature', 'topP', 'stopSequences'];
const USAGE = [
  ['input', 'inputTokens'],
  ['input, cached', 'cacheReadInputTokens'],
  ['input, written to the cache', 'cacheWriteInputTokens'],
  ['output', 'outputTokens'],
] as const;
const EVENTS = ['messageStart', 'contentBlockStart', 'contentBlockDelta', 'messageStop', 'metadata'];

export const bedrock: AiApi = {
  title: 'Bedrock Converse',
  path: AI_PATHS.bedrock,
  countsApart: { cache: true, reasoning: false },
  isRequest: ({ messages }) => Array.isArray(messages),
  readRequest: (body, url) => ({
    ...EMPTY_CALL,
    model: modelIn(url),
    settings: factsOf(fields(body['inferenceConfig']), SETTINGS),
    tools: list(fields(body['toolConfig'])['tools']).flatMap(
      (tool) => textOrNull(fields(fields(tool)['toolSpec'])['name']) ?? [],
    ),
    messages: [
      ...(list(body['system']).length === 0 ? [] : [messageOf({ role: 'system', content: body['system'] })]),
      ...list(body['messages']).map((message) => messageOf(fields(message))),
    ],
  }),
  isResponse: (first) =>
    first['output'] !== undefined ||
    EVENTS.some((name) => first[name] !== undefined) ||
    errorIn([first]) !== null,
  readResponse: (chunks) => {
    const whole = chunks.find(({ output }) => output !== undefined);
    const message = whole === undefined ? joinedMessage(chunks) : fields(fields(whole['output'])['message']);
    const stop =
      whole ?? fields(chunks.find(({ messageStop }) => messageStop !== undefined)?.['messageStop']);
    const end = whole ?? fields(chunks.findLast(({ metadata }) => metadata !== undefined)?.['metadata']);
    return {
      ...EMPTY_CALL,
      messages: list(message['content']).length === 0 ? [] : [messageOf(message)],
      finish: textOrNull(stop['stopReason']),
      usage: usageOf(end['usage'], USAGE),
      error: errorIn(chunks),
    };
  },
  hasOutput: ({ contentBlockDelta }) => contentBlockDelta !== undefined,
  // Each region has a server of its own.
  server: null,
  folder: '',
  hasFolder: false,
  endpoint: ({ model, stream }) =>
    `/model/${encodeURIComponent(model)}/${stream ? 'converse-stream' : 'converse'}`,
  headers: bearer,
  body: ({ system, messages, temperature, maxTokens, tools, schema }) => ({
    ...(system !== '' && { system: [{ text: system }] }),
    messages: messages.map(({ role, text: written }) => ({ role, content: [{ text: written }] })),
    ...((temperature !== null || maxTokens !== null) && {
      inferenceConfig: {
        ...(maxTokens !== null && { maxTokens }),
        ...(temperature !== null && { temperature }),
      },
    }),
    ...(tools.length > 0 && {
      toolConfig: {
        tools: tools.map(({ name, description, parameters }) => ({
          toolSpec: { name, description, inputSchema: { json: parameters } },
        })),
      },
    }),
    ...(schema !== null && {
      outputConfig: {
        textFormat: {
          type: 'json_schema',
          structure: { jsonSchema: { name: SCHEMA_NAME, schema: JSON.stringify(schema) } },
        },
      },
    }),
  }),
};

/** Models of Anthropic behind Bedrock's InvokeModel and behind Vertex AI, which name the model in the URL. */
export const anthropicElsewhere: AiReader = {
  ...anthropic,
  path: AI_PATHS.anthropicElsewhere,
  readRequest: (body, url) => ({ ...anthropic.readRequest(body, url), model: modelIn(url) }),
};

function errorIn(chunks: readonly Fields[]): string | null {
  for (const chunk of chunks) {
    if (typeof chunk['message'] === 'string' && chunk['output'] === undefined) return chunk['message'];
    const [name, value] = Object.entries(chunk).find(([key]) => key.endsWith('Exception')) ?? [];
    if (name !== undefined) return `${name}: ${errorText(value) ?? ''}`;
  }
  return null;
}

function messageOf({ role, content }: Fields): AiMessage {
  return {
    role: textOrNull(role) ?? 'assistant',
    parts: list(content).flatMap((block) => blockParts(fields(block))),
  };
}

function blockParts(block: Fields): readonly AiPart[] {
  if (typeof block['text'] === 'string') return textPart('text', block['text']);
  const { toolUse, toolResult, image, reasoningContent, document } = block;
  if (toolUse !== undefined) {
    const { toolUseId, name, input } = fields(toolUse);
    return [{ type: 'tool call', id: text(toolUseId), name: text(name), arguments: jsonText(input) }];
  }
  if (toolResult !== undefined) {
    const { toolUseId, content, status } = fields(toolResult);
    const texts = list(content).map((part) => {
      const { text: written, json } = fields(part);
      return (
        textOrNull(written) ??
        (json === undefined ? `[${Object.keys(fields(part))[0] ?? ''}]` : jsonText(json))
      );
    });
    return [resultPart(toolUseId, texts.join('\n'), { isError: status === 'error' })];
  }
  if (image !== undefined) {
    const { format, source } = fields(image);
    return [{ type: 'image', source: dataUrl(`image/${text(format)}`, fields(source)['bytes']) }];
  }
  if (reasoningContent !== undefined)
    return textPart('thinking', fields(fields(reasoningContent)['reasoningText'])['text']);
  if (document !== undefined)
    return [{ type: 'other', kind: `document ${text(fields(document)['name'])}`.trim() }];
  // A mark in the prompt, not a part of it.
  if (block['cachePoint'] !== undefined) return [];
  return [{ type: 'other', kind: Object.keys(block)[0] ?? '' }];
}

/** The message of a stream, whose pieces are joined. */
function joinedMessage(chunks: readonly Fields[]): Fields {
  const blocks = new Map<unknown, { start: Fields; text: string; input: string; thinking: string }>();
  const at = (index: unknown) => {
    const known = blocks.get(index) ?? { start: {}, text: '', input: '', thinking: '' };
    blocks.set(index, known);
    return known;
  };
  for (const { contentBlockStart, contentBlockDelta } of chunks) {
    const start = fields(contentBlockStart);
    if (contentBlockStart !== undefined) at(start['contentBlockIndex']).start = fields(start['start']);
    const { contentBlockIndex, delta } = fields(contentBlockDelta);
    if (contentBlockDelta === undefined) continue;
    const { text: written, toolUse, reasoningContent } = fields(delta);
    const block = at(contentBlockIndex);
    block.text += text(written);
    block.input += text(fields(toolUse)['input']);
    block.thinking += text(fields(reasoningContent)['text']);
  }
  const content = [...blocks.values()].map(({ start, text: written, input, thinking }) => {
    if (start['toolUse'] !== undefined) return { toolUse: { ...fields(start['toolUse']), input } };
    if (thinking !== '') return { reasoningContent: { reasoningText: { text: thinking } } };
    return { text: written };
  });
  return { role: 'assistant', content };
}
