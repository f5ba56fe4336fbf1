// The facts of a finished call to a language model, for statistics: models and tokens, without what was said.
import { aiApiOf } from '../codec/ai/apis.ts';
import type { AiReader, AiCall, Fields } from '../codec/ai/call.ts';
import { awsEvents, isAwsEvents } from '../codec/ai/aws-events.ts';
import { aiOperationOf, providerOf } from '../codec/ai/provider.ts';
import { tokenUsage } from '../codec/ai/token-usage.ts';
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
  /** The parts of the input that came from the provider's cache, and that went into it. */
  readonly cachedInput: number | null;
  readonly cacheWrite: number | null;
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
  if (isAwsEvents(message.header('content-type') ?? '')) return awsEvents(bytes);
  return size > bytes.length ? [] : (chunksOf(bytes.toString(), false)?.values ?? []);
}

function tokensOf(
  answer: AiCall | null,
  countsApart: AiReader['countsApart'],
): Pick<AiExchange, 'inputTokens' | 'outputTokens' | 'cachedInput' | 'cacheWrite'> {
  const { input, output, cachedInput, cacheWrite } = tokenUsage(answer ?? { usage: [] }, countsApart);
  return { inputTokens: input, outputTokens: output, cachedInput, cacheWrite };
}
