// Messages of the Model Context Protocol: JSON-RPC in bodies and in events, of both eras of the protocol: with a
// handshake and sessions (until 2025-11-25), and with everything in each request (since 2026-07-28).
import { cutValue, treeNode } from '../../codec/tree.ts';
import { isMcpUrl, MCP_METHOD } from '../operation.ts';
import { defineView, mediaTypeOf, type TreeNode, type ViewContext } from './contract.ts';
import { firstChunk, readChunks } from './shared/chunks.ts';
import { fields, jsonText, list, text, textOrNull, type Fields } from '../../base/json-fields.ts';

const MAX_MESSAGES = 500;
const MAX_PARTS = 100;
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
const META = 'io.modelcontextprotocol/';

export const mcp = defineView({
  id: 'mcp',
  title: 'MCP',
  matches: (bytes, context) => {
    const type = mediaTypeOf(context);
    if (bytes.length === 0 || !(type.includes('json') || type === 'text/event-stream')) return false;
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
    const omitted = messages.length - MAX_MESSAGES;
    return {
      type: 'tree',
      nodes: [...sessionNodes(context), ...messages.slice(0, MAX_MESSAGES).map(messageNode)],
      notes: [...chunks.notes, ...(omitted > 0 ? [`${omitted} messages are not shown`] : [])],
      error: null,
    };
  },
});

function isMcp({ method, result, error }: Fields, { headers, url }: ViewContext): boolean {
  if (typeof method === 'string' && MCP_METHOD.test(method)) return true;
  if (RESULT.some((name) => fields(result)[name] !== undefined)) return true;
  const isAnswer = result !== undefined || error !== undefined;
  return (isAnswer || typeof method === 'string') && (headers.some(isMcpHeader) || isMcpUrl(url));
}

function isMcpHeader({ name }: { readonly name: string }): boolean {
  return /^mcp-/i.test(name);
}

function sessionNodes({ headers }: ViewContext): readonly TreeNode[] {
  return headers
    .filter(isMcpHeader)
    .slice(0, 20)
    .map(({ name, value }) =>
      treeNode({ label: name.toLowerCase(), kind: 'header', value: cutValue(value) }),
    );
}

function messageNode(message: Fields): TreeNode {
  const { id, method, params, result, error } = message;
  const number = id === undefined ? '' : ` ${jsonText(id).slice(0, 100)}`;
  if (typeof method === 'string')
    return treeNode({
      label: method.slice(0, 200),
      kind: id === undefined ? 'notification' : `request${number}`,
      ...requestParts(method, fields(params)),
    });
  if (error !== undefined) return treeNode({ ...errorNode(fields(error)), kind: `response${number}` });
  return treeNode({ label: 'result', kind: `response${number}`, ...resultParts(fields(result)) });
}

type NodeParts = Pick<TreeNode, 'value' | 'children'>;

/** The tool, resource or prompt as the value; arguments, and what the request says of its client. */
function requestParts(method: string, params: Fields): NodeParts {
  const { _meta: meta, name, uri, arguments: given, ...rest } = params;
  const isCall = method === 'tools/call' || method === 'prompts/get';
  const others = isCall || name === undefined ? rest : { name, ...rest };
  return {
    value: cutOrNull((isCall ? textOrNull(name) : null) ?? textOrNull(uri)),
    children: [
      ...jsonNode('arguments', given),
      ...Object.entries(others)
        .slice(0, MAX_PARTS)
        .flatMap(([key, value]) => jsonNode(key, value)),
      ...metaNodes(fields(meta)),
    ],
  };
}

function metaNodes(meta: Fields): readonly TreeNode[] {
  return Object.entries(meta)
    .slice(0, MAX_PARTS)
    .flatMap(([key, value]) => jsonNode(key.startsWith(META) ? key.slice(META.length) : key, value));
}

function resultParts(result: Fields): NodeParts {
  const { content, contents, tools, resources, prompts, isError, _meta: meta, ...rest } = result;
  return {
    value: isError === true ? 'the tool reports an error' : cutOrNull(textOrNull(result['resultType'])),
    children: [
      ...[...list(content), ...list(contents)].slice(0, MAX_PARTS).map((part) => contentNode(fields(part))),
      ...[
        ['tools', tools] as const,
        ['resources', resources] as const,
        ['prompts', prompts] as const,
      ].flatMap(([label, entries]) => namesNode(label, entries)),
      ...Object.entries(rest)
        .filter(([key]) => key !== 'resultType')
        .slice(0, MAX_PARTS)
        .flatMap(([key, value]) => jsonNode(key, value)),
      ...metaNodes(fields(meta)),
    ],
  };
}

function contentNode(part: Fields): TreeNode {
  const { type, text: written, uri, mimeType, resource } = part;
  const label = textOrNull(type)?.slice(0, 100) ?? 'content';
  if (typeof written === 'string')
    return treeNode({ label, kind: text(uri || mimeType).slice(0, 300), value: cutValue(written) });
  if (resource !== undefined) return { ...contentNode(fields(resource)), label };
  return treeNode({ label, kind: text(mimeType).slice(0, 100), value: cutOrNull(textOrNull(uri)) });
}

/** Tools, resources and prompts by their names, each with what it says of itself. */
function namesNode(label: string, entries: unknown): readonly TreeNode[] {
  if (!Array.isArray(entries)) return [];
  const children = entries.slice(0, MAX_PARTS).map((entry) => {
    const { name, uri, description, title } = fields(entry);
    return treeNode({
      label: (textOrNull(name) ?? text(uri)).slice(0, 200),
      kind: label.slice(0, -1),
      value: cutOrNull(textOrNull(description) ?? textOrNull(title)),
    });
  });
  return [treeNode({ label, kind: `${entries.length}`, children })];
}

function errorNode({ code, message, data }: Fields): Pick<TreeNode, 'label' | 'value' | 'children'> {
  return {
    label: 'error',
    value: cutValue([typeof code === 'number' ? `${code}` : '', text(message)].join(' ').trim()),
    children: jsonNode('data', data),
  };
}

function jsonNode(label: string, value: unknown): readonly TreeNode[] {
  if (value === undefined) return [];
  return [treeNode({ label: label.slice(0, 200), kind: '', value: cutValue(jsonText(value)) })];
}

function cutOrNull(value: string | null): string | null {
  return value === null ? null : cutValue(value);
}
