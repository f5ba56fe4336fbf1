// Finds what a term of a filter looks for in one exchange, and where.
import { patternTest, type ContentTerm, type ContentPart, type TextPattern } from '../filter/index.ts';
import type { Flow } from '../flow.ts';
import type { Header, Message } from '../message.ts';
import type { Pace } from './pace.ts';
import { lacksText } from './quick-look.ts';
import { foundRun, type RunLookUp } from './runs.ts';
import { matchIn, textMatcher, type Excerpt } from './text-matcher.ts';
import { bodyTexts, messageTexts, type Pieces } from './texts.ts';

/** The part in which a term was found, with the text around it. */
export interface Occurrence extends Excerpt {
  readonly part: ContentPart;
  /** The side of a header. */
  readonly side?: 'request' | 'response';
  /** The name of a header. */
  readonly name?: string;
  /** The number of a message, from 1. */
  readonly number?: number;
}

export interface SearchContext {
  readonly pace: Pace;
  readonly runOf: RunLookUp;
}

/** Returns the first occurrence; null where there is none. */
export async function occurrenceOf(
  flow: Flow,
  term: ContentTerm,
  { pace, runOf }: SearchContext,
): Promise<Occurrence | null> {
  for (const part of term.parts) {
    const found = part === 'run' ? inRun(runOf(flow), term) : await inPart(flow, part, term, pace);
    if (found !== null) return found;
  }
  return null;
}

/** A rough order of what it costs to look for a term. */
export function costOf({ parts }: ContentTerm): number {
  return Math.max(...parts.map((part) => COSTS[part]));
}

const COSTS: Readonly<Record<ContentPart, number>> = {
  rule: 0,
  run: 0,
  header: 1,
  message: 2,
  'request-body': 3,
  'response-body': 3,
};

function inRun(run: ReturnType<RunLookUp>, { text }: ContentTerm): Occurrence | null {
  const found = text === null ? null : foundRun(run, text);
  return found === null || text === null ? null : at(matchIn(found, text), { part: 'run' });
}

async function inPart(
  flow: Flow,
  part: Exclude<ContentPart, 'run'>,
  term: ContentTerm,
  pace: Pace,
): Promise<Occurrence | null> {
  const { text } = term;
  if (part === 'header') return inHeaders(flow, term);
  if (text === null) return null;
  switch (part) {
    case 'rule':
      return first(flow.matchedRules, ({ name }) => at(matchIn(name, text), { part }));
    case 'message':
      return inMessages(flow, text, pace);
    case 'request-body':
      return inBodies(flow, part, [flow.request, flow.originalRequest], text, pace);
    case 'response-body':
      return inBodies(flow, part, [flow.response, flow.originalResponse], text, pace);
  }
}

async function inBodies(
  flow: Flow,
  part: ContentPart,
  messages: readonly (Message | null)[],
  text: TextPattern,
  pace: Pace,
): Promise<Occurrence | null> {
  for (const message of messages) {
    if (message === null || (await lacksText(message, text, pace))) continue;
    for await (const pieces of bodyTexts(message, !flow.finished)) {
      const found = await inText(pieces, text, pace);
      if (found !== null) return { part, ...found };
    }
  }
  return null;
}

async function inMessages(flow: Flow, text: TextPattern, pace: Pace): Promise<Occurrence | null> {
  await flow.webSocket?.settled();
  for await (const { number, pieces } of messageTexts(flow)) {
    const found = await inText(pieces, text, pace);
    if (found !== null) return { part: 'message', number, ...found };
  }
  return null;
}

async function inText(pieces: Pieces, text: TextPattern, pace: Pace): Promise<Excerpt | null> {
  const matcher = textMatcher(text);
  for await (const piece of pieces) {
    const found = matcher.add(piece);
    const pause = pace.note(piece.length);
    if (pause !== undefined) await pause;
    if (found !== null || matcher.hasFailed) return found;
  }
  return matcher.end();
}

function inHeaders(flow: Flow, term: ContentTerm): Occurrence | null {
  const sides = [
    ['request', flow.request],
    ['request', flow.originalRequest],
    ['response', flow.response],
    ['response', flow.originalResponse],
  ] as const;
  return first(sides, ([side, message]) => {
    if (message === null) return null;
    return inFields([...message.headers, ...message.trailerFields], side, term);
  });
}

/** Counts the header fields, of what was sent in both directions, that a term looks for. */
export function fieldsWith({ request, response }: Flow, term: ContentTerm): number {
  return [request, response]
    .flatMap((message) => (message === null ? [] : [...message.headers, ...message.trailerFields]))
    .filter((field) => inFields([field], 'request', term) !== null).length;
}

function inFields(
  fields: readonly Header[],
  side: 'request' | 'response',
  { header, text }: ContentTerm,
): Occurrence | null {
  const isNamed = header === null ? () => true : patternTest(header);
  return first(fields, ({ name, value }) =>
    isNamed(name) ? at(matchIn(value, text ?? ANY), { part: 'header', side, name }) : null,
  );
}

const ANY: TextPattern = { type: 'wildcard', text: '*' };

function at(excerpt: Excerpt | null, where: Pick<Occurrence, 'part' | 'side' | 'name'>): Occurrence | null {
  return excerpt === null ? null : { ...where, ...excerpt };
}

function first<T, R>(items: readonly T[], find: (item: T) => R | null): R | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}
