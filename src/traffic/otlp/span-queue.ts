// Spans on their way to a collector: sent in batches, tried again with growing pauses, and bounded in number, so that a
// collector that is down or slow costs neither memory nor speed.
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { printable } from '../../base/printable.ts';
import type { Answer } from './post.ts';

/** Sends a batch. Never rejects. */
export type Post = (spans: readonly ReadableSpan[], signal: AbortSignal) => Promise<Answer>;

/** The most spans that wait. */
const MAX_WAITING = 8192;
const BATCH = 512;
/** The longest time that a span waits for others to be sent with. */
const GATHER_MS = 1000;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;
/** The longest pause that a collector may ask for. */
const MAX_ASKED_MS = 300_000;
/** The time that the last spans have when the output is closed. */
const CLOSE_MS = 5000;
const LAST_ATTEMPTS = 3;

export class SpanQueue {
  readonly #post: Post;
  readonly #say: (text: string) => void;
  readonly #announced = new Set<string>();
  readonly #ended = new AbortController();
  #waiting: ReadableSpan[] = [];
  #working: Promise<void> | null = null;
  /** Ends the present pause. */
  #wake: () => void = () => undefined;
  #isClosing = false;
  /** Attempts that have failed in a row. */
  #failures = 0;
  /** Attempts that may fail while the output is closed. */
  #lastAttempts = LAST_ATTEMPTS;
  /** Spans that were dropped since the collector last took some. */
  #dropped = 0;
  /** All spans that the collector did not get. */
  #lost = 0;

  /** `say` takes what happened to the collector, as the rest of a sentence about it. */
  constructor(post: Post, say: (text: string) => void) {
    this.#post = post;
    this.#say = say;
  }

  add(span: ReadableSpan): void {
    this.#waiting.push(span);
    this.#dropOldest();
    this.#working ??= this.#gather();
    if (this.#waiting.length === BATCH && this.#failures === 0) this.#wake();
  }

  /** Sends what waits, within some seconds, and says how many spans were lost. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const timer = setTimeout(() => this.#end(), CLOSE_MS);
    this.#wake();
    await this.#working;
    clearTimeout(timer);
    const lost = this.#lost + this.#dropped + this.#waiting.length;
    if (lost > 0) this.#say(`did not get ${spans(lost)}`);
  }

  #end(): void {
    this.#ended.abort();
    this.#wake();
  }

  async #gather(): Promise<void> {
    await this.#pause(GATHER_MS);
    while (this.#waiting.length > 0 && !this.#ended.signal.aborted) await this.#send();
    this.#working = null;
  }

  async #send(): Promise<void> {
    const batch = this.#waiting.splice(0, BATCH);
    const answer = await this.#post(batch, this.#ended.signal);
    switch (answer.type) {
      case 'taken':
        this.#taken(answer, batch.length);
        return;
      case 'refused':
        this.#lost += batch.length;
        this.#sayOnce('refused', `${answer.reason}: the spans that it refuses are lost`);
        return this.#pauseAfterFailure(null);
      case 'later':
        this.#waiting = [...batch, ...this.#waiting];
        this.#dropOldest();
        // The first failure may be a connection that had been idle for too long.
        if (this.#failures > 0 && !this.#ended.signal.aborted)
          this.#sayOnce(
            'later',
            `${answer.reason}: spans wait for it, the newest ${MAX_WAITING}; it is tried again`,
          );
        return this.#pauseAfterFailure(answer.afterMs);
    }
  }

  #taken(answer: Answer & { readonly type: 'taken' }, count: number): void {
    const { reason } = answer;
    const rejected = Math.min(answer.rejected, count);
    this.#failures = 0;
    this.#lost += rejected;
    if (rejected > 0)
      this.#sayOnce(
        'rejected',
        `rejected ${rejected} of ${spans(count)}${reason === '' ? '' : `: ${reason}`}`,
      );
    else if (reason !== '') this.#sayOnce('warned', reason);
    if (this.#dropped === 0) return;
    this.#say(`answers again; ${spans(this.#dropped)} had been dropped`);
    this.#dropped = 0;
  }

  #dropOldest(): void {
    const tooMany = this.#waiting.length - MAX_WAITING;
    if (tooMany <= 0) return;
    this.#waiting.splice(0, tooMany);
    this.#dropped += tooMany;
  }

  /** Waits twice as long after each failure, and not exactly as long as others that failed at the same time. */
  async #pauseAfterFailure(askedMs: number | null): Promise<void> {
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** this.#failures, MAX_PAUSE_MS) * (0.75 + Math.random() / 2);
    this.#failures += 1;
    if (!this.#isClosing) {
      await this.#pause(Math.max(pause, Math.min(askedMs ?? 0, MAX_ASKED_MS)));
      return;
    }
    this.#lastAttempts -= 1;
    if (this.#lastAttempts === 0) this.#ended.abort();
    else if (this.#waiting.length > 0) await this.#pause(FIRST_PAUSE_MS);
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #sayOnce(what: string, text: string): void {
    if (this.#announced.has(what)) return;
    this.#announced.add(what);
    this.#say(printable(text));
  }
}

function spans(count: number): string {
  return count === 1 ? '1 span' : `${count} spans`;
}
