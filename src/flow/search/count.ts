// Counts how often the text of a filter occurs in the content of one exchange.
import { foldCase, type ContentPart, type ContentTerm, type TextPattern } from '../filter/index.ts';
import type { Flow } from '../flow.ts';
import type { Message } from '../message.ts';
import { fieldsWith } from './occurrence.ts';
import type { Pace } from './pace.ts';
import { lacksText } from './quick-look.ts';
import { matchIn, textMatcher, type TextMatcher } from './text-matcher.ts';
import { bodyTexts, messageTexts, type Pieces } from './texts.ts';

/** More are not counted. */
export const MAX_COUNT = 9999;

/**
 * Resolves with the number of occurrences, `MAX_COUNT` at most. Header fields count only for a filter that looks into
 * nothing else, since a list shows them as they are.
 */
export async function occurrenceCount(
  flow: Flow,
  terms: readonly ContentTerm[],
  pace: Pace,
): Promise<number> {
  const positive = terms.filter(({ isNegated }) => !isNegated);
  const deep = positive.filter(({ parts }) => !parts.includes('header'));
  let count = 0;
  for (const term of deep.length > 0 ? deep : positive)
    for (const part of term.parts) if (count < MAX_COUNT) count += await inPart(flow, part, term, pace);
  return Math.min(count, MAX_COUNT);
}

async function inPart(flow: Flow, part: ContentPart, term: ContentTerm, pace: Pace): Promise<number> {
  const { text } = term;
  if (part === 'header') return fieldsWith(flow, term);
  // The exchange itself does not have its run.
  if (text === null || part === 'run') return 0;
  switch (part) {
    case 'rule':
      return flow.matchedRules.filter(({ name }) => matchIn(name, text) !== null).length;
    case 'message':
      return inMessages(flow, text, pace);
    case 'request-body':
      return inBodies(flow, [flow.request, flow.originalRequest], text, pace);
    case 'response-body':
      return inBodies(flow, [flow.response, flow.originalResponse], text, pace);
  }
}

/** Counts in the body that was sent; where a tool took the text away, in the one that had arrived. */
async function inBodies(
  flow: Flow,
  messages: readonly (Message | null)[],
  text: TextPattern,
  pace: Pace,
): Promise<number> {
  for (const message of messages) {
    if (message === null || (await lacksText(message, text, pace))) continue;
    let count = 0;
    for await (const pieces of bodyTexts(message, !flow.finished)) count += await inText(pieces, text, pace);
    if (count > 0) return count;
  }
  return 0;
}

async function inMessages(flow: Flow, text: TextPattern, pace: Pace): Promise<number> {
  await flow.webSocket?.settled();
  let count = 0;
  for await (const { pieces } of messageTexts(flow)) {
    count += await inText(pieces, text, pace);
    if (count >= MAX_COUNT) break;
  }
  return count;
}

async function inText(pieces: Pieces, pattern: TextPattern, pace: Pace): Promise<number> {
  const counter = pattern.type === 'part' ? new PartCounter(pattern.text) : new WholeCounter(pattern);
  for await (const piece of pieces) {
    counter.add(piece);
    const pause = pace.note(piece.length);
    if (pause !== undefined) await pause;
    if (counter.isDone) break;
  }
  return counter.count;
}

/** Counts a pattern of a whole text, which occurs once or not at all. */
class WholeCounter {
  readonly #matcher: TextMatcher;

  constructor(pattern: TextPattern) {
    this.#matcher = textMatcher(pattern);
  }

  get isDone(): boolean {
    return this.#matcher.hasFailed;
  }

  get count(): number {
    return this.#matcher.end() === null ? 0 : 1;
  }

  add(piece: string): void {
    this.#matcher.add(piece);
  }
}

class PartCounter {
  count = 0;
  readonly #wanted: string;
  #tail = '';

  constructor(wanted: string) {
    this.#wanted = wanted;
  }

  get isDone(): boolean {
    return this.count >= MAX_COUNT;
  }

  add(piece: string): void {
    const text = this.#tail + foldCase(piece);
    let end = 0;
    for (let at = text.indexOf(this.#wanted); at >= 0; at = text.indexOf(this.#wanted, end)) {
      end = at + this.#wanted.length;
      this.count += 1;
      if (this.isDone) return;
    }
    // What has been counted is not looked at again.
    this.#tail = text.slice(Math.max(end, text.length - this.#wanted.length + 1));
  }
}
