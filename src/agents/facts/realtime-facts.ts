// The facts of a session with a model over a WebSocket (the Realtime API of OpenAI): all of its responses together.
import { fields, list, text, textOrNull, type Fields } from '../../base/json-fields.ts';
import { openAiResponses } from '../../codec/ai/openai-responses.ts';
import { providerOf } from '../../codec/ai/provider.ts';
import type { TokenUsage } from '../../codec/ai/token-usage.ts';
import type { Flow } from '../../flow/flow.ts';
import type { ModelFacts, ToolResult } from './contract.ts';
import { answerFacts } from './model-facts.ts';
import { parseText } from './parse-text.ts';
import { short } from './texts.ts';

/** Returns the facts of a session that has ended. */
export function realtimeFacts(flow: Flow): ModelFacts {
  const messages = (flow.webSocket?.messages ?? []).flatMap(({ kind, direction, bytes }) =>
    kind === 'text' ? [{ direction, value: fields(parseText(bytes.toString())) }] : [],
  );
  const sent = messages.filter(({ direction }) => direction === 'sent').map(({ value }) => value);
  const received = messages.filter(({ direction }) => direction === 'received').map(({ value }) => value);
  const done = received
    .filter(({ type }) => type === 'response.done')
    .map(({ response }) => fields(response));
  const begun = received.filter(({ type }) => type === 'response.created').length;
  const failed = received.find(({ type }) => type === 'error');
  const output = done.flatMap(({ output: items }) =>
    list(items).map((item) => withTranscripts(fields(item))),
  );
  const answer = openAiResponses.readResponse([
    { object: 'response', output, status: done.at(-1)?.['status'] },
  ]);
  const created = fields(fields(received.find(({ type }) => type === 'session.created'))['session']);
  return {
    type: 'model',
    provider: providerOf(flow.target.host, '/realtime'),
    operation: 'chat',
    model: /[?&](?:model|deployment)=([^&]{1,100})/.exec(flow.path)?.[1] ?? textOrNull(created['model']),
    prefixes: new Float64Array(),
    continues: null,
    question: questionIn(sent),
    results: [],
    ...answerFacts(answer, begun > done.length),
    answered: resultsIn(sent),
    error: failed === undefined ? null : short(text(fields(failed['error'])['message'])),
    usage: usageIn(done),
    firstTokenMs: null,
  };
}

/** Speech is told by its transcript. */
function withTranscripts(item: Fields): Fields {
  const content = list(item['content']).map((part) => {
    const { transcript, ...rest } = fields(part);
    return typeof transcript === 'string' ? { type: 'output_text', text: transcript } : rest;
  });
  return content.length === 0 ? item : { ...item, content };
}

function itemsIn(sent: readonly Fields[]): readonly Fields[] {
  return sent.filter(({ type }) => type === 'conversation.item.create').map(({ item }) => fields(item));
}

function questionIn(sent: readonly Fields[]): string {
  const texts = itemsIn(sent)
    .filter(({ role }) => role === 'user')
    .flatMap(({ content }) => list(content).map((part) => text(fields(part)['text'])));
  return short(texts.find((each) => each !== '') ?? '', 80);
}

function resultsIn(sent: readonly Fields[]): readonly ToolResult[] {
  return itemsIn(sent)
    .filter(({ type }) => type === 'function_call_output')
    .map((item) => ({
      id: text(item['call_id']),
      name: '',
      text: short(text(item['output'])),
      isError: false,
    }));
}

function usageIn(done: readonly Fields[]): TokenUsage {
  const sum = (read: (usage: Fields) => unknown): number | null => {
    const known = done.map(({ usage }) => read(fields(usage))).filter((value) => typeof value === 'number');
    return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
  };
  return {
    input: sum((usage) => usage['input_tokens']),
    cachedInput: sum((usage) => fields(usage['input_token_details'])['cached_tokens']),
    cacheWrite: null,
    output: sum((usage) => usage['output_tokens']),
    reasoning: null,
    total: sum((usage) => usage['total_tokens']),
  };
}
