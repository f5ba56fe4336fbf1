// Calls of language models: messages, tool calls with their results, tokens, and why the model stopped. Streams are
// joined.
import { aiApiOf } from '../../codec/ai/apis.ts';
import type { AiReader, AiCall, AiMessage, AiPart } from '../../codec/ai/call.ts';
import { tokenUsage } from '../../codec/ai/token-usage.ts';
import { defineView, type View, type ViewContext } from './contract.ts';
import { firstChunk, readChunks } from './shared/chunks.ts';
import type { Fact, Figures, Part, Result, Turn } from '../conversation.ts';
import { Bounds } from './shared/conversation-bounds.ts';

const MAX_MESSAGES = 1000;
const MAX_PARTS = 5000;

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
    const firstTokenMs = isRequest || !chunks.isStream ? null : timeOf(api, chunks.values, context);
    return viewOf(api, call, isRequest ? null : figuresOf(api, call, firstTokenMs), chunks.notes);
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
  api: AiReader,
  chunks: Parameters<AiReader['readResponse']>[0],
  { chunkTimes = [] }: ViewContext,
): number | null {
  return chunkTimes[chunks.findIndex(api.hasOutput)] ?? null;
}

function figuresOf(api: AiReader, call: AiCall, firstTokenMs: number | null): Figures {
  return { tokens: tokenUsage(call, api.countsApart), finish: call.finish, firstTokenMs };
}

function viewOf(api: AiReader, call: AiCall, figures: Figures | null, notes: readonly string[]): View {
  const { model, settings, tools, messages, error } = call;
  const bounds = new Bounds(MAX_PARTS);
  const offered: readonly Fact[] = tools.length === 0 ? [] : [['tools', tools.join(', ')]];
  const turns = turnsOf(messages.slice(-MAX_MESSAGES), bounds);
  const omitted = messages.length - MAX_MESSAGES;
  const failed: Turn = {
    role: 'error',
    about: '',
    parts: [{ type: 'error', text: bounds.text(error ?? '') }],
  };
  return {
    type: 'conversation',
    conversation: {
      title: api.title,
      model: model === null ? null : bounds.name(model),
      facts: bounds.facts([...settings, ...offered]),
      turns: error === null ? turns : [...turns, failed],
      figures: figures && {
        ...figures,
        finish: figures.finish === null ? null : bounds.name(figures.finish),
      },
    },
    notes: [
      ...(omitted > 0 ? [`${omitted} earlier messages are not shown`] : []),
      ...bounds.notes(),
      ...notes,
    ],
    error: null,
  };
}

type Call = Extract<Part, { readonly type: 'call' }>;

/** A call that has no result yet. */
interface OpenCall {
  readonly id: string;
  readonly name: string;
  readonly answer: (result: Result) => void;
}

/** Returns the turns; results join the calls that they answer. */
function turnsOf(messages: readonly AiMessage[], bounds: Bounds): readonly Turn[] {
  const turns: Turn[] = [];
  const open: OpenCall[] = [];
  for (const { role, parts } of messages) {
    const shown: Part[] = [];
    for (const part of bounds.parts(parts)) {
      if (part.type === 'tool result') {
        const result = resultOf(part, bounds);
        const at = open.findIndex(({ id, name }) => part.id === (id === '' ? name : id) || part.id === name);
        if (at >= 0) open.splice(at, 1)[0]!.answer(result);
        else shown.push({ type: 'result', name: bounds.name(part.id), result });
        continue;
      }
      const made = partOf(part, bounds);
      const index = shown.push(made) - 1;
      if (part.type !== 'tool call') continue;
      const answer = (result: Result): void => {
        shown[index] = { ...(made as Call), result };
      };
      open.push({ id: part.id, name: part.name, answer });
    }
    // A message of nothing but results is told with the calls.
    if (shown.length > 0 || parts.length === 0)
      turns.push({ role: bounds.name(role), about: '', parts: shown });
  }
  return turns;
}

function resultOf(part: Extract<AiPart, { readonly type: 'tool result' }>, bounds: Bounds): Result {
  const text: readonly Part[] = part.text === '' ? [] : [{ type: 'text', text: bounds.text(part.text) }];
  return {
    isError: part.isError,
    parts: [...text, ...part.images.map(({ source }) => bounds.image(source))],
  };
}

function partOf(part: Exclude<AiPart, { readonly type: 'tool result' }>, bounds: Bounds): Part {
  switch (part.type) {
    case 'tool call':
      return {
        type: 'call',
        name: bounds.name(part.name),
        method: '',
        arguments: bounds.text(part.arguments),
        facts: [],
        result: null,
      };
    case 'image':
      return bounds.image(part.source);
    case 'other':
      return { type: 'other', kind: bounds.name(part.kind), text: '' };
    default:
      return { type: part.type, text: bounds.text(part.text) };
  }
}
