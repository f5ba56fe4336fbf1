// Calls of language models: messages, tool calls, tokens, and why the model stopped. Streams are joined.
import { cutValue, treeNode } from '../../codec/tree.ts';
import { defineView, type TreeNode, type View, type ViewContext } from './contract.ts';
import { aiApiOf } from '../../codec/ai/apis.ts';
import type { AiApi, AiCall, AiFact, AiMessage, AiPart } from '../../codec/ai/call.ts';
import { firstChunk, readChunks } from './shared/chunks.ts';

const MAX_MESSAGES = 1000;
const MAX_PARTS = 200;
/** Most parts of all messages. */
const MAX_ALL_PARTS = 5000;

export const ai = defineView({
  id: 'ai',
  title: 'AI',
  matches: (bytes, context) => {
    const api = aiApiOf(context.url);
    if (api === null || bytes.length === 0) return false;
    const first = firstChunk(bytes, context);
    return first !== null && (context.side === 'request' ? api.isRequest(first) : api.isResponse(first));
  },
  view: (bytes, context) => {
    const api = aiApiOf(context.url);
    const chunks = readChunks(bytes, context);
    const [first] = chunks?.values ?? [];
    if (api === null || chunks === null || first === undefined) return unreadable();
    const isRequest = context.side === 'request';
    const call = isRequest ? api.readRequest(first, context.url) : api.readResponse(chunks.values);
    const firstToken = isRequest || !chunks.isStream ? null : timeOf(api, chunks.values, context);
    return { type: 'tree', nodes: nodesOf(api, call, firstToken), notes: chunks.notes, error: null };
  },
});

function unreadable(): View {
  const error = {
    reason: 'this is no call of a model that is known here',
    offset: null,
    line: null,
    column: null,
  };
  return { type: 'unreadable', notes: [], error };
}

/** Returns the time of the first chunk with output; null where times are not known. */
function timeOf(
  api: AiApi,
  chunks: Parameters<AiApi['readResponse']>[0],
  { chunkTimes = [] }: ViewContext,
): number | null {
  return chunkTimes[chunks.findIndex(api.hasOutput)] ?? null;
}

function nodesOf(api: AiApi, call: AiCall, firstToken: number | null): readonly TreeNode[] {
  const { model, settings, tools, messages, finish, usage, error } = call;
  const budget = { parts: MAX_ALL_PARTS };
  const shown = messages.slice(-MAX_MESSAGES);
  const omitted = messages.length - shown.length;
  return [
    treeNode({ label: 'call', kind: api.title, value: model }),
    ...(error === null ? [] : [treeNode({ label: 'error', kind: 'error', value: cutValue(error) })]),
    ...facts('settings', settings),
    ...(tools.length === 0 ? [] : [toolsNode(tools)]),
    ...(omitted === 0
      ? []
      : [treeNode({ label: 'messages', kind: 'note', value: `${omitted} earlier ones are not shown` })]),
    ...shown.map((message) => messageNode(message, budget)),
    ...(finish === null ? [] : [treeNode({ label: 'finish', kind: 'reason', value: cutValue(finish) })]),
    ...facts('tokens', usage),
    ...(firstToken === null
      ? []
      : [treeNode({ label: 'first token', kind: 'time', value: `${Math.round(firstToken)} ms` })]),
  ];
}

function facts(label: string, list: readonly AiFact[]): readonly TreeNode[] {
  if (list.length === 0) return [];
  const children = list.map(([name, value]) => treeNode({ label: name, kind: '', value: cutValue(value) }));
  return [treeNode({ label, kind: '', children })];
}

function toolsNode(tools: readonly string[]): TreeNode {
  const names = tools.slice(0, MAX_PARTS).join(', ');
  return treeNode({ label: 'tools', kind: `${tools.length}`, value: cutValue(names) });
}

function messageNode({ role, parts }: AiMessage, budget: { parts: number }): TreeNode {
  const shown = parts.slice(0, Math.min(MAX_PARTS, budget.parts));
  budget.parts -= shown.length;
  const notes = shown.length < parts.length ? [`${parts.length - shown.length} parts are not shown`] : [];
  const [only] = shown;
  if (shown.length === 1 && only?.type === 'text')
    return treeNode({ label: cutLabel(role), kind: 'text', value: cutValue(only.text), notes });
  return treeNode({ label: cutLabel(role), kind: 'message', children: shown.map(partNode), notes });
}

function partNode(part: AiPart): TreeNode {
  switch (part.type) {
    case 'tool call':
      return treeNode({
        label: part.type,
        kind: part.id,
        value: cutValue(part.name),
        children: [treeNode({ label: 'arguments', kind: 'json', value: cutValue(part.arguments) })],
      });
    case 'tool result':
      return treeNode({ label: part.type, kind: part.id, value: cutValue(part.text) });
    case 'other':
      return treeNode({ label: cutLabel(part.kind), kind: 'not shown' });
    default:
      return treeNode({ label: part.type, kind: 'text', value: cutValue(part.text) });
  }
}

function cutLabel(label: string): string {
  return label.length > 100 ? `${label.slice(0, 100)}…` : label;
}
