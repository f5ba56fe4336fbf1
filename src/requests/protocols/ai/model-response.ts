// The response of a language model, in the same form for every provider.
import type { AiApi, AiPart } from '../../../codec/ai/call.ts';
import { tokenUsage, type TokenUsage } from '../../../codec/ai/token-usage.ts';
import { chunksOf } from '../../../codec/json-chunks.ts';

/** The body, as scripts and reporters see it. */
export interface ModelResponse {
  readonly model: string | null;
  readonly text: string;
  /** The text as JSON, when the request has a schema; null without one, and for text that is not JSON. */
  readonly data: unknown;
  readonly thinking: string;
  readonly toolCalls: readonly ToolCall[];
  /** The reason why the model stopped, in the provider's words. */
  readonly finish: string | null;
  readonly usage: TokenUsage;
  readonly error: string | null;
}

interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** The value of the JSON that the model wrote; the text itself when it is not JSON. */
  readonly arguments: unknown;
}

/** Parses a response, whole or streamed. Returns null for a body that does not come from this API. */
export function readModelResponse(
  { isResponse, readResponse, countsApart }: Pick<AiApi, 'isResponse' | 'readResponse' | 'countsApart'>,
  body: string,
  hasSchema: boolean,
): ModelResponse | null {
  const chunks = chunksOf(body, false)?.values ?? [];
  const [first] = chunks;
  if (first === undefined || !isResponse(first)) return null;
  const call = readResponse(chunks);
  const parts = call.messages.flatMap((message) => message.parts);
  const text = joinedText(parts, 'text');
  return {
    model: call.model,
    text,
    data: hasSchema ? (parsed(text) ?? null) : null,
    thinking: joinedText(parts, 'thinking'),
    toolCalls: parts.flatMap(toolCallOf),
    finish: call.finish,
    usage: tokenUsage(call, countsApart),
    error: call.error ?? (joinedText(parts, 'refusal') || null),
  };
}

function joinedText(parts: readonly AiPart[], type: 'text' | 'thinking' | 'refusal'): string {
  return parts.map((part) => (part.type === type ? part.text : '')).join('');
}

function toolCallOf(part: AiPart): readonly ToolCall[] {
  if (part.type !== 'tool call') return [];
  return [{ id: part.id, name: part.name, arguments: parsed(part.arguments) ?? part.arguments }];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
