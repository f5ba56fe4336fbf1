// Digests of a conversation by which a later request is recognised as its continuation.
import type { AiMessage, AiPart } from '../../codec/ai/call.ts';
import { canonical, digest } from './texts.ts';

/** Digests that are remembered of one request. */
const MAX_PREFIXES = 512;

/** Returns the digests of the first message, the first two and so on; of a long conversation only the last ones. */
export function prefixesOf(messages: readonly AiMessage[]): Float64Array {
  const all = new Float64Array(messages.length);
  let before = 0;
  for (const [at, { role, parts }] of messages.entries()) {
    before = digest(`${role} ${parts.map(partText).join('\n')}`, before);
    all[at] = before;
  }
  return all.slice(-MAX_PREFIXES);
}

/** Messages of the system change from call to call, with dates and reminders; thoughts are often left out later. */
export function isConversation({ role, parts }: AiMessage): boolean {
  return role !== 'system' && role !== 'developer' && parts.some(({ type }) => type !== 'thinking');
}

function partText(part: AiPart): string {
  switch (part.type) {
    case 'thinking':
      return '';
    case 'tool call':
      return `call ${part.id} ${part.name} ${canonical(part.arguments)}`;
    case 'tool result':
      return `result ${part.id} ${part.text}`;
    case 'image':
      return `image ${part.source}`;
    case 'other':
      return `other ${part.kind}`;
    default:
      return `text ${part.text}`;
  }
}
