// The facts of a call of a language model.
import { aiApiOf } from '../../codec/ai/apis.ts';
import type { AiReader, AiCall, AiMessage, AiPart } from '../../codec/ai/call.ts';
import { aiOperationOf, providerOf } from '../../codec/ai/provider.ts';
import { tokenUsage } from '../../codec/ai/token-usage.ts';
import { firstEventTimes } from '../../flow/detail.ts';
import type { Flow } from '../../flow/flow.ts';
import { jsonOf, type Chunks } from './chunks.ts';
import type { ModelFacts, ToolCall, ToolResult } from './contract.ts';
import { parseText } from './parse-text.ts';
import { isConversation, prefixesOf } from './prefixes.ts';
import { canonical, digest, short } from './texts.ts';

/** Returns the facts; null for another exchange. Never rejects. */
export async function modelFacts(flow: Flow): Promise<ModelFacts | null> {
  const { url, target, request, response } = flow;
  const api = aiApiOf(url);
  if (api === null) return null;
  const { values } = await jsonOf(request);
  const [first] = values;
  if (first === undefined || !api.isRequest(first)) return null;
  const answered = await jsonOf(response);
  const isAnswer = answered.values[0] !== undefined && api.isResponse(answered.values[0]);
  const answer = isAnswer ? api.readResponse(answered.values) : null;
  const path = url.replace(/^\w+:\/\/[^/]*|[?#].*$/gs, '');
  return {
    type: 'model',
    provider: providerOf(target.host, path),
    operation: aiOperationOf(path),
    ...asked(api.readRequest(first, url)),
    ...answerFacts(answer, isCutOff(flow, answered, answer)),
    usage: tokenUsage(answer ?? { usage: [] }, api.countsApart),
    firstTokenMs: answered.isStream ? firstTokenMs(flow, api, answered) : null,
  };
}

type Asked = Pick<ModelFacts, 'model' | 'prefixes' | 'continues' | 'question' | 'results'>;

function asked({ model, id, messages }: AiCall): Asked {
  const conversation = messages.filter(isConversation);
  return {
    model,
    prefixes: prefixesOf(conversation),
    continues: id,
    question: questionOf(conversation),
    results: resultsIn(conversation),
  };
}

type Answered = Pick<
  ModelFacts,
  | 'answeredBy'
  | 'answerId'
  | 'answered'
  | 'answer'
  | 'calls'
  | 'refusal'
  | 'finish'
  | 'error'
  | 'isCut'
  | 'cutCall'
>;

export function answerFacts(answer: AiCall | null, isCut: boolean): Answered {
  const messages = answer?.messages ?? [];
  const parts = messages.flatMap((message) => message.parts);
  const calls = parts.filter(isCall);
  // Nobody can have run a call whose arguments have not arrived.
  const whole = isCut ? calls.filter((call) => isWhole(call.arguments)) : calls;
  return {
    answeredBy: answer?.model ?? null,
    answerId: answer?.id ?? null,
    answered: resultsIn(messages),
    answer: short(parts.map((part) => (part.type === 'text' ? part.text : '')).join(' ')),
    calls: whole.map(callOf),
    refusal: refusalOf(answer, parts),
    finish: answer?.finish ?? null,
    error: typeof answer?.error === 'string' ? short(answer.error) : null,
    isCut,
    cutCall: calls.find((call) => !whole.includes(call))?.name ?? null,
  };
}

type Call = Extract<AiPart, { readonly type: 'tool call' }>;

function isCall(part: AiPart): part is Call {
  return part.type === 'tool call';
}

function isWhole(given: string): boolean {
  return parseText(given) !== undefined;
}

function callOf({ id, name, arguments: given }: Call): ToolCall {
  const whole = canonical(given === '' ? '{}' : given);
  return { id, name, arguments: short(whole), digest: digest(whole) };
}

function resultsIn(messages: readonly AiMessage[]): readonly ToolResult[] {
  const parts = messages.flatMap((message) => message.parts);
  const names = new Map(parts.filter(isCall).map(({ id, name }) => [id, name]));
  return parts.flatMap((part) =>
    part.type === 'tool result'
      ? [{ id: part.id, name: names.get(part.id) ?? '', text: short(part.text), isError: part.isError }]
      : [],
  );
}

/** Reasons by which providers say that the answer is withheld. */
const WITHHELD =
  /^(?:refusal|content_filter|SAFETY|RECITATION|BLOCKLIST|PROHIBITED_CONTENT|SPII|guardrail_intervened)$/;

function refusalOf(answer: AiCall | null, parts: readonly AiPart[]): string | null {
  const texts = parts.flatMap((part) => (part.type === 'refusal' ? [part.text] : []));
  if (texts.length > 0) return short(texts.join(' '));
  const finish = answer?.finish ?? '';
  return WITHHELD.test(finish) ? `the answer was withheld: ${finish}` : null;
}

/** True for an answer that ended before it said why it ends. */
function isCutOff({ state, response }: Flow, { isStream, hasEnd }: Chunks, answer: AiCall | null): boolean {
  if (answer?.error !== null || answer.finish !== null) return false;
  const isIncomplete =
    state === 'failed' || response?.complete === false || (response?.body.omitted ?? 0) > 0;
  return isStream ? !hasEnd : isIncomplete;
}

function firstTokenMs(flow: Flow, api: AiReader, { values }: Chunks): number | null {
  return firstEventTimes(flow)[values.findIndex((chunk) => api.hasOutput(chunk))] ?? null;
}

/** Blocks that programs put before what the user wrote, such as `<system-reminder>…</system-reminder>`. */
const BLOCKS = /^\s*(?:<([\w-]{1,40})>[\s\S]{0,100000}?<\/\1>\s*)+/;
const MAX_QUESTION = 80;

function questionOf(messages: readonly AiMessage[]): string {
  const texts = messages
    .filter(({ role }) => role === 'user')
    .flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])));
  const own = texts.map((text) => text.replace(BLOCKS, '').trim()).find((text) => text !== '');
  return short(own ?? texts[0] ?? '', MAX_QUESTION);
}
