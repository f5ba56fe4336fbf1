// Keeps the secrets that a first pass found in messages for a second pass, which replaces them, because the search
// takes most of the time.
import type { InspectedMessage, MessageSpans } from '../message.ts';

/** The number of spans that are remembered; further messages are searched again. */
const MAX_SPANS = 200_000;

interface Learned {
  readonly spans: MessageSpans;
  /** The lengths of the searched texts, which reveal a message that has grown since. */
  readonly lengths: string;
}

export class LearnedSpans {
  readonly #learned = new Map<string, Learned>();
  #count = 0;

  /** Remembers the spans of a message under its name. */
  keep(name: string, message: InspectedMessage, spans: MessageSpans): void {
    this.#count += 1 + spans.path.length + spans.body.length;
    for (const each of spans.headers) this.#count += each.length;
    if (this.#count <= MAX_SPANS) this.#learned.set(name, { spans, lengths: lengthsOf(message) });
  }

  /** Returns the spans of the same message; null for a message that was not searched, or has changed since. */
  of(name: string, message: InspectedMessage): MessageSpans | null {
    const learned = this.#learned.get(name);
    return learned?.lengths === lengthsOf(message) ? learned.spans : null;
  }
}

function lengthsOf({ path, headers, body }: InspectedMessage): string {
  const lengths = headers.map(({ name, value }) => `${name.length} ${value.length}`);
  return `${path.length} ${body.length} ${lengths.join(' ')}`;
}
