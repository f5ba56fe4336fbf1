// The response of a language model, in the same form for every provider.
import type { AiApi, AiCall, AiFact, AiPart } from '../../../codec/ai/call.ts';
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
  readonly usage: Usage;
  readonly error: string | null;
}

interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** The value of the JSON that the model wrote; the text itself when it is not JSON. */
  readonly arguments: unknown;
}

/** Token counts, with the same meaning for all providers; null when the provider does not report them. */
export interface Usage {
  /** All of the input, that of the cache included. */
  readonly input: number | null;
  /** The part of the input that the provider had in its cache. */
  readonly cachedInput: number | null;
  /** The part of the input that the provider has put into its cache. */
  readonly cacheWrite: number | null;
  /** All of the output, reasoning included. */
  readonly output: number | null;
  /** The part of the output that is not shown. */
  readonly reasoning: number | null;
  readonly total: number | null;
}

/** Parses a response, whole or streamed. Returns null for a body that does not come from this API. */
export function readModelResponse(
  { isResponse, readResponse, countsApart }: Pick<AiApi, 'isResponse' | 'readResponse' | 'countsApart'>,
  body: Buffer,
  hasSchema: boolean,
): ModelResponse | null {
  const chunks = chunksOf(body.toString(), false)?.values ?? [];
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
    usage: usageOf(call, countsApart),
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

function usageOf({ usage }: AiCall, countsApart: AiApi['countsApart']): Usage {
  const cachedInput = count(usage, 'input, cached');
  const cacheWrite = count(usage, 'input, written to the cache');
  const reasoning = count(usage, 'output, reasoning');
  const input = plus(count(usage, 'input'), countsApart.cache ? [cachedInput, cacheWrite] : []);
  const output = plus(count(usage, 'output'), countsApart.reasoning ? [reasoning] : []);
  const total = count(usage, 'total') ?? (output === null ? null : plus(input, [output]));
  return { input, cachedInput, cacheWrite, output, reasoning, total };
}

function plus(sum: number | null, more: readonly (number | null)[]): number | null {
  return sum === null ? null : more.reduce<number>((before, each) => before + (each ?? 0), sum);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function count(usage: readonly AiFact[], name: string): number | null {
  const value = usage.find(([each]) => each === name)?.[1];
  return value === undefined ? null : Number(value);
}
