// The answer of a language model as text, while it is written; its tool calls and its thinking beside it.
import { chunksOf } from '../../../codec/json-chunks.ts';
import type { AiApi } from '../../../codec/ai/call.ts';
import { fields } from '../../../base/json-fields.ts';
import { printable } from '../../../base/printable.ts';
import { responseSummary } from '../../../requests/protocols/ai/summary.ts';
import type { Answer, AnswerOptions } from './contract.ts';

/** Milliseconds between two parts of a text that is written: each is read from the beginning. */
const PART_MS = 60;

export function model(api: AiApi, { print, note, isTerminal }: AnswerOptions): Answer {
  const chunks: Readonly<Record<string, unknown>>[] = [];
  let printed = '';
  let printedAt = -Infinity;
  const show = (text: string): void => {
    if (!text.startsWith(printed)) return;
    const part = text.slice(printed.length);
    printed = text;
    print(isTerminal ? part.split('\n').map(printable).join('\n') : part);
  };
  return {
    message({ data }) {
      for (const chunk of chunksOf(data.toString(), false)?.values ?? []) chunks.push(fields(chunk));
      if (performance.now() - printedAt < PART_MS) return;
      printedAt = performance.now();
      show(textOf(api, chunks));
    },
    end({ response }) {
      if (response === null) return;
      const answer = fields(parsed(response.body.toString()));
      const { text, toolCalls, error } = answer;
      if (typeof text !== 'string') {
        print(response.body);
        return;
      }
      show(text);
      if (text !== '') print('\n');
      if (Array.isArray(toolCalls))
        for (const { name, arguments: given } of toolCalls.map(fields))
          note(`tool call: ${printable(String(name))} ${printable(JSON.stringify(given ?? null))}\n`);
      if (typeof error === 'string') note(`error: ${printable(error)}\n`);
      const summary = responseSummary(response.body);
      if (summary !== null) note(`${printable(summary)}\n`);
    },
  };
}

function textOf(api: AiApi, chunks: readonly Readonly<Record<string, unknown>>[]): string {
  const [first] = chunks;
  if (first === undefined || !api.isResponse(first)) return '';
  const parts = api.readResponse(chunks).messages.flatMap((message) => message.parts);
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
