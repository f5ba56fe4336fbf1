// Recognises the conversation that a call of a model continues.
import type { ExchangeFacts, ModelFacts } from '../facts/contract.ts';
import type { JoinedBy } from '../run.ts';
import type { Conversation } from './drafts.ts';
import { isStrongId } from './open-calls.ts';

/** A call that later ones may continue. */
interface Continued {
  readonly conversation: Conversation;
  readonly process: string | null;
  readonly hasFailed: boolean;
  /** Ids of the calls in its answer. */
  readonly calls: ReadonlySet<string>;
}

interface Found {
  readonly conversation: Conversation;
  readonly joinedBy: JoinedBy;
}

/** Calls with the same messages that are remembered. */
const MAX_EQUAL = 16;

export class Conversations {
  readonly #byPrefix = new Map<number, readonly Continued[]>();
  readonly #byAnswer = new Map<string, Conversation>();
  readonly #byCall = new Map<string, Conversation>();

  /** Returns the conversation of a call; null for one that begins one, as far as is known. */
  find({ program }: ExchangeFacts, model: ModelFacts): Found | null {
    const { continues, results } = model;
    const answered = continues === null ? undefined : this.#byAnswer.get(continues);
    if (answered !== undefined) return { conversation: answered, joinedBy: 'conversation' };
    const begun = this.#ofPrefix(program.process, model);
    if (begun !== null) return { conversation: begun, joinedBy: 'conversation' };
    for (const { id } of results.toReversed()) {
      const called = isStrongId(id) ? this.#byCall.get(id) : undefined;
      if (called !== undefined) return { conversation: called, joinedBy: 'tool call' };
    }
    return null;
  }

  note({ program, error }: ExchangeFacts, model: ModelFacts, conversation: Conversation): void {
    const { prefixes, answerId, calls } = model;
    const last = prefixes.at(-1);
    const continued: Continued = {
      conversation,
      process: program.process,
      hasFailed: error !== null || model.isCut,
      calls: new Set(calls.map(({ id }) => id)),
    };
    if (last !== undefined)
      this.#byPrefix.set(last, [continued, ...(this.#byPrefix.get(last) ?? [])].slice(0, MAX_EQUAL));
    if (answerId !== null) this.#byAnswer.set(answerId, conversation);
    for (const { id } of calls) if (isStrongId(id)) this.#byCall.set(id, conversation);
  }

  /** The longest beginning wins; of equal ones that whose answer the request goes on from, then the newest. */
  #ofPrefix(process: string | null, { prefixes, results }: ModelFacts): Conversation | null {
    const answered = new Set(results.map(({ id }) => id));
    for (let at = prefixes.length - 1; at >= 0; at -= 1) {
      const all = this.#byPrefix.get(prefixes[at]!) ?? [];
      const isRepeat = at === prefixes.length - 1;
      const fitting = all.filter((each) => (isRepeat ? isRetry(each, process) : true));
      const own = fitting.filter((each) => isSameProcess(each, process));
      const found =
        fitting.find(({ calls }) => [...calls].some((id) => isStrongId(id) && answered.has(id))) ??
        own.find(({ calls }) => [...calls].some((id) => answered.has(id))) ??
        own[0];
      if (found !== undefined) return found.conversation;
    }
    return null;
  }
}

/** True for the same request again: after a failure, or by the same process. */
function isRetry({ hasFailed, process }: Continued, by: string | null): boolean {
  return process !== null && by !== null ? process === by : hasFailed;
}

/** False only where both are known: what a recording does not tell cannot differ. */
function isSameProcess({ process }: Continued, by: string | null): boolean {
  return process === null || by === null || process === by;
}
