// Messages of the Model Context Protocol: JSON-RPC in bodies and in events, of both eras of the protocol: with a
// handshake and sessions (until 2025-11-25), and with everything in each request (since 2026-07-28).
import { dataUrl } from '../../codec/ai/call.ts';
import { chunksOf } from '../../codec/json-chunks.ts';
import { isMcpUrl, MCP_METHOD } from '../operation.ts';
import { defineView, mediaTypeOf, type ViewContext } from './contract.ts';
import { firstChunk, readChunks } from './shared/chunks.ts';
import type { Fact, Part, Result, Turn } from '../conversation.ts';
import { Bounds } from './shared/conversation-bounds.ts';
import { fields, jsonText, list, text, textOrNull, type Fields } from '../../base/json-fields.ts';

const MAX_MESSAGES = 500;
const MAX_PARTS = 5000;
/** Members that results of this protocol have. */
const RESULT = [
  'resultType',
  'serverInfo',
  'supportedVersions',
  'inputRequests',
  'tools',
  'resources',
  'resourceTemplates',
  'prompts',
  'content',
  'contents',
  'structuredContent',
];
/** In UTF-16, too. */
const MENTIONED = /j\0?s\0?o\0?n\0?r\0?p\0?c/;
const META = 'io.modelcontextprotocol/';

export const mcp = defineView({
  id: 'mcp',
  title: 'MCP',
  matches: (bytes, context) => {
    const type = mediaTypeOf(context);
    if (bytes.length === 0 || !(type.includes('json') || type === 'text/event-stream')) return false;
    // Most JSON is of something else, and need not be parsed to tell.
    if (!MENTIONED.test(new TextDecoder('latin1').decode(bytes))) return false;
    const first = firstChunk(bytes, context);
    return first?.['jsonrpc'] === '2.0' && isMcp(first, context);
  },
  view: (bytes, context) => {
    const chunks = readChunks(bytes, context);
    const messages = chunks?.values.filter(({ jsonrpc }) => jsonrpc === '2.0') ?? [];
    if (chunks === null || messages.length === 0) {
      const error = { reason: 'this is no message of MCP', offset: null, line: null, column: null };
      return { type: 'unreadable', notes: [], error };
    }
    const bounds = new Bounds(MAX_PARTS);
    const turns = turnsOf(messages.slice(0, MAX_MESSAGES), context, bounds);
    const omitted = messages.length - MAX_MESSAGES;
    return {
      type: 'conversation',
      conversation: {
        title: 'MCP',
        model: null,
        facts: bounds.facts(
          context.headers
            .filter((each) => isMcpHeader(each) && !isSender(each))
            .map(({ name, value }) => [name.toLowerCase(), value]),
        ),
        turns,
        figures: null,
      },
      notes: [
        ...(omitted > 0 ? [`${omitted} messages are not shown`] : []),
        ...bounds.notes(),
        ...chunks.notes,
      ],
      error: null,
    };
  },
});

function isMcp({ method, result, error }: Fields, { headers, url }: ViewContext): boolean {
  if (typeof method === 'string' && MCP_METHOD.test(method)) return true;
  if (RESULT.some((name) => fields(result)[name] !== undefined)) return true;
  const hasAnswer = result !== undefined || error !== undefined;
  return (hasAnswer || typeof method === 'string') && (headers.some(isMcpHeader) || isMcpUrl(url));
}

function isMcpHeader({ name }: { readonly name: string }): boolean {
  return /^mcp-/i.test(name);
}

/** Returns the messages in turn; responses are told with what they answer, where that is known. */
function turnsOf(messages: readonly Fields[], context: ViewContext, bounds: Bounds): readonly Turn[] {
  const asked = new Map<string, Fields>();
  const note = (message: Fields): void => {
    if (typeof message['method'] === 'string' && message['id'] !== undefined)
      asked.set(jsonText(message['id']), message);
  };
  for (const message of chunksOf(context.asked ?? '', false)?.values ?? []) note(message);
  const speaker = speakerOf(context);
  const answered = new Set(messages.filter(isAnswer).map(({ id }) => jsonText(id)));
  return messages.flatMap((message): readonly Turn[] => {
    note(message);
    const isTold = typeof message['method'] === 'string' && answered.has(jsonText(message['id']));
    // A request of a batch is shown with its response.
    if (isTold && message['id'] !== undefined) return [];
    const about = bounds.name(aboutOf(message));
    if (!isAnswer(message)) return [{ role: speaker, about, parts: requestParts(message, bounds, null) }];
    const question = asked.get(jsonText(message['id']));
    const result = resultOf(message, bounds);
    const parts = question === undefined ? result.parts : requestParts(question, bounds, result);
    return [{ role: speaker, about, parts }];
  });
}

/** On pipes servers send requests too, and the head says so. */
function speakerOf({ headers, side }: ViewContext): 'client' | 'server' {
  const sender = headers.find(isSender)?.value;
  if (sender === 'client' || sender === 'server') return sender;
  return side === 'request' ? 'client' : 'server';
}

function isSender({ name }: { readonly name: string }): boolean {
  return name.toLowerCase() === 'mcp-sender';
}

function isAnswer({ method, result, error }: Fields): boolean {
  return typeof method !== 'string' && (result !== undefined || error !== undefined);
}

function aboutOf({ id, method }: Fields): string {
  const number = id === undefined ? '' : ` ${jsonText(id)}`;
  if (typeof method !== 'string') return `response${number}`;
  return id === undefined ? 'notification' : `request${number}`;
}

/** The tool, the prompt or the resource that is called, else the method; with its arguments. */
function requestParts(
  { method: asked, params }: Fields,
  bounds: Bounds,
  result: Result | null,
): readonly Part[] {
  const method = text(asked);
  const { _meta: meta, name, uri, arguments: given, ...rest } = fields(params);
  if (method === 'notifications/progress') return [progressPart(fields(params), bounds)];
  const isCall = method === 'tools/call' || method === 'prompts/get';
  const others = isCall || name === undefined ? rest : { name, ...rest };
  const about = [...Object.entries(others), ...metaEntries(meta)].map(([key, value]): Fact => [
    key,
    jsonText(value),
  ]);
  const target = (isCall ? textOrNull(name) : null) ?? textOrNull(uri);
  return [
    {
      type: 'call',
      name: bounds.name(target ?? method),
      method: target === null ? '' : bounds.name(method),
      arguments: given === undefined ? '' : bounds.text(jsonText(given)),
      facts: bounds.facts(about),
      result,
    },
  ];
}

function progressPart({ progress, total, message, progressToken: token }: Fields, bounds: Bounds): Part {
  return {
    type: 'progress',
    value: typeof progress === 'number' ? progress : 0,
    total: typeof total === 'number' ? total : null,
    text: bounds.text(text(message) || `token ${jsonText(token)}`),
  };
}

function metaEntries(meta: unknown): readonly (readonly [string, unknown])[] {
  return Object.entries(fields(meta)).map(([key, value]) => [
    key.startsWith(META) ? key.slice(META.length) : key,
    value,
  ]);
}

function resultOf({ result, error }: Fields, bounds: Bounds): Result {
  if (error !== undefined) return { isError: true, parts: errorParts(fields(error), bounds) };
  const {
    content,
    contents,
    structuredContent,
    tools,
    resources,
    prompts,
    isError,
    _meta: meta,
    ...rest
  } = fields(result);
  const lists = [
    ['tools', tools],
    ['resources', resources],
    ['prompts', prompts],
  ] as const;
  const others = [...Object.entries(rest), ...metaEntries(meta)];
  return {
    isError: isError === true,
    parts: [
      ...bounds.parts([...list(content), ...list(contents)]).map((part) => contentPart(fields(part), bounds)),
      ...jsonParts('structured content', structuredContent, bounds),
      ...lists.flatMap(([title, entries]) => entriesPart(title, entries, bounds)),
      ...bounds.parts(others).flatMap(([key, value]) => jsonParts(key, value, bounds)),
    ],
  };
}

function errorParts({ code, message, data }: Fields, bounds: Bounds): readonly Part[] {
  const line = [typeof code === 'number' ? `${code}` : '', text(message)].join(' ').trim();
  return [{ type: 'error', text: bounds.text(line) }, ...jsonParts('data', data, bounds)];
}

function contentPart(part: Fields, bounds: Bounds): Part {
  const { type, text: written, uri, mimeType, resource, data, name } = part;
  if (typeof written === 'string') return { type: 'text', text: bounds.text(written) };
  if (resource !== undefined) return contentPart({ type, ...fields(resource) }, bounds);
  if (type === 'image') return bounds.image(dataUrl(mimeType, data));
  const kind = text(mimeType) || text(type) || 'content';
  return { type: 'other', kind: bounds.name(kind), text: bounds.text(text(uri) || text(name)) };
}

/** Tools, resources and prompts by their names, each with what it says of itself. */
function entriesPart(title: string, entries: unknown, bounds: Bounds): readonly Part[] {
  if (!Array.isArray(entries)) return [];
  const shown = bounds.parts(entries).map((entry): Fact => {
    const { name, uri, description, title: label } = fields(entry);
    return [bounds.name(textOrNull(name) ?? text(uri)), bounds.text(textOrNull(description) ?? text(label))];
  });
  return [{ type: 'entries', title, count: entries.length, entries: shown }];
}

function jsonParts(title: string, value: unknown, bounds: Bounds): readonly Part[] {
  return value === undefined
    ? []
    : [{ type: 'json', title: bounds.name(title), text: bounds.text(jsonText(value)) }];
}
