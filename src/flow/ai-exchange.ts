// The facts of a finished call to a language model, for statistics: models and tokens, without what was said.
import { aiApiOf } from '../codec/ai/apis.ts';
import type { AiApi, AiCall, AiFact, Fields } from '../codec/ai/call.ts';
import { aiOperationOf, providerOf } from '../codec/ai/provider.ts';
import { chunksOf } from '../codec/json-chunks.ts';
import { decodeBody } from './decode.ts';
import type { Flow } from './flow.ts';
import type { Message } from './message.ts';

export interface AiExchange {
  /** Provider and kind of call by the names of OpenTelemetry's conventions. */
  readonly provider: string;
  readonly operation: string;
  readonly requestModel: string | null;
  readonly responseModel: string | null;
  /** The reason why the model stopped, in the provider's words. */
  readonly finish: string | null;
  /** Numbers of tokens, counted alike for all providers. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

/** Longer bodies are not read. */
const MAX_BYTES = 1024 * 1024;

/** Returns the facts; null for another exchange. What cannot be read is null. Never rejects. */
export async function aiExchange({ url, target, request, response }: Flow): Promise<AiExchange | null> {
  const api = aiApiOf(url);
  if (api === null) return null;
  const [question] = await chunks(request);
  const answered = await chunks(response);
  const answer = answered[0] !== undefined && api.isResponse(answered[0]) ? api.readResponse(answered) : null;
  const path = url.replace(/^\w+:\/\/[^/]*|[?#].*$/gs, '');
  return {
    provider: providerOf(target.host, path),
    operation: aiOperationOf(path),
    requestModel:
      question !== undefined && api.isRequest(question) ? api.readRequest(question, url).model : null,
    responseModel: answer?.model ?? null,
    finish: answer?.finish ?? null,
    ...tokensOf(answer, api.countsApart),
  };
}

async function chunks(message: Message | null): Promise<readonly Fields[]> {
  if (message === null) return [];
  const { bytes, size } = await decodeBody(message, MAX_BYTES);
  return size > bytes.length ? [] : (chunksOf(bytes.toString(), false)?.values ?? []);
}

function tokensOf(
  answer: AiCall | null,
  countsApart: AiApi['countsApart'],
): Pick<AiExchange, 'inputTokens' | 'outputTokens'> {
  const count = (name: string): number | null => countOf(answer?.usage ?? [], name);
  const cache = countsApart.cache ? ['input, cached', 'input, written to the cache'] : [];
  const reasoning = countsApart.reasoning ? ['output, reasoning'] : [];
  const sum = (main: string, more: readonly string[]): number | null => {
    const known = count(main);
    return known === null ? null : more.reduce((total, name) => total + (count(name) ?? 0), known);
  };
  return { inputTokens: sum('input', cache), outputTokens: sum('output', reasoning) };
}

function countOf(usage: readonly AiFact[], name: string): number | null {
  const value = usage.find(([each]) => each === name)?.[1];
  return value === undefined ? null : Number(value);
}
