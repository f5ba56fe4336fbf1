// generateContent and streamGenerateContent of Gemini.
import { AI_PATHS, modelIn } from './paths.ts';
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
  usageOf,
  type AiApi,
  type AiMessage,
  type AiPart,
  type Fields,
} from './call.ts';

const SETTINGS = [
  'temperature',
  'topP',
  'topK',
  'maxOutputTokens',
  'responseMimeType',
  'responseSchema',
  'responseJsonSchema',
  'thinkingConfig',
];
const USAGE = [
  ['input', 'promptTokenCount'],
  ['input, cached', 'cachedContentTokenCount'],
  ['output', 'candidatesTokenCount'],
  ['output, reasoning', 'thoughtsTokenCount'],
  ['total', 'totalTokenCount'],
] as const;

export const gemini: AiApi = {
  title: 'Gemini',
  path: AI_PATHS.gemini,
  isRequest: ({ contents }) => contents !== undefined,
  readRequest: (body, url) => {
    const system = body['systemInstruction'] ?? body['system_instruction'];
    return {
      ...EMPTY_CALL,
      model: modelIn(url),
      settings: factsOf(fields(body['generationConfig']), SETTINGS),
      tools: list(body['tools']).flatMap((tool) => toolsOf(fields(tool))),
      messages: [
        ...(system === undefined ? [] : [{ ...contentOf(fields(system)), role: 'system' }]),
        ...list(body['contents']).map((content) => contentOf(fields(content))),
      ],
    };
  },
  isResponse: ({ candidates, promptFeedback, usageMetadata, error }) =>
    [candidates, promptFeedback, usageMetadata, error].some((value) => value !== undefined),
  readResponse: (chunks) => {
    const candidates = chunks.flatMap((chunk) => list(chunk['candidates']).map(fields));
    const last = (name: string): unknown => chunks.findLast((chunk) => chunk[name] !== undefined)?.[name];
    return {
      ...EMPTY_CALL,
      model: textOrNull(last('modelVersion')),
      messages: joinedCandidates(candidates),
      finish:
        textOrNull(candidates.findLast((each) => each['finishReason'] !== undefined)?.['finishReason']) ??
        textOrNull(fields(last('promptFeedback'))['blockReason']),
      usage: usageOf(last('usageMetadata'), USAGE),
      error: errorText(last('error')),
    };
  },
  hasOutput: ({ candidates }) =>
    list(candidates).some((candidate) => list(fields(fields(candidate)['content'])['parts']).length > 0),
  server: 'https://generativelanguage.googleapis.com',
  folder: '/v1beta',
  hasFolder: false,
  endpoint: ({ model, stream }) =>
    `/models/${encodeURIComponent(model)}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
  countsApart: { cache: false, reasoning: true },
  headers: (apiKey) => (apiKey === '' ? [] : [{ name: 'x-goog-api-key', value: apiKey }]),
  body: ({ system, messages, temperature, maxTokens, tools, schema }) => ({
    ...(system !== '' && { systemInstruction: { parts: [{ text: system }] } }),
    contents: messages.map(({ role, text }) => ({
      role: role === 'assistant' ? 'model' : role,
      parts: [{ text }],
    })),
    generationConfig: {
      ...(temperature !== null && { temperature }),
      ...(maxTokens !== null && { maxOutputTokens: maxTokens }),
      ...(schema !== null && { responseMimeType: 'application/json', responseJsonSchema: schema }),
    },
    ...(tools.length > 0 && {
      tools: [
        {
          functionDeclarations: tools.map(({ name, description, parameters }) => ({
            name,
            description,
            parametersJsonSchema: parameters,
          })),
        },
      ],
    }),
  }),
};

function toolsOf(tool: Fields): readonly string[] {
  const declared = list(tool['functionDeclarations'] ?? tool['function_declarations']);
  return declared.length > 0 ? declared.map((each) => text(fields(each)['name'])) : Object.keys(tool);
}

function contentOf({ role, parts }: Fields): AiMessage {
  return { role: textOrNull(role) ?? 'user', parts: joinedParts(list(parts).map(fields)) };
}

/** The candidates by their index; the pieces of a stream are joined. */
function joinedCandidates(candidates: readonly Fields[]): readonly AiMessage[] {
  const parts = new Map<unknown, Fields[]>();
  for (const { index = 0, content } of candidates) {
    const before = parts.get(index) ?? [];
    parts.set(index, before);
    for (const part of list(fields(content)['parts'])) before.push(fields(part));
  }
  return [...parts.values()]
    .filter((found) => found.length > 0)
    .map((found) => ({ role: 'model', parts: joinedParts(found) }));
}

/** Texts that follow each other become one. */
function joinedParts(parts: readonly Fields[]): readonly AiPart[] {
  const result: (AiPart | { readonly type: 'text' | 'thinking'; readonly pieces: string[] })[] = [];
  for (const part of parts) {
    if (typeof part['text'] !== 'string') {
      result.push(otherPart(part));
      continue;
    }
    const type = part['thought'] === true ? 'thinking' : 'text';
    const before = result.at(-1);
    if (before !== undefined && 'pieces' in before && before.type === type) before.pieces.push(part['text']);
    else result.push({ type, pieces: [part['text']] });
  }
  return result.map((part) => ('pieces' in part ? { type: part.type, text: part.pieces.join('') } : part));
}

function otherPart(part: Fields): AiPart {
  const call = fields(part['functionCall'] ?? part['function_call']);
  const response = fields(part['functionResponse'] ?? part['function_response']);
  if (call['name'] !== undefined)
    return {
      type: 'tool call',
      id: text(call['id']),
      name: text(call['name']),
      arguments: jsonText(call['args']),
    };
  if (response['name'] !== undefined)
    return resultPart(response['id'] ?? response['name'], jsonText(response['response']));
  const {
    mimeType,
    mime_type: mime = mimeType,
    data,
    fileUri,
    file_uri: file = fileUri,
  } = fields(part['inlineData'] ?? part['inline_data'] ?? part['fileData'] ?? part['file_data']);
  if (text(mime).startsWith('image/'))
    return { type: 'image', source: file === undefined ? dataUrl(mime, data) : text(file) };
  return { type: 'other', kind: Object.keys(part)[0] ?? '' };
}
