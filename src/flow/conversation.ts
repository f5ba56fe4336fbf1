// A conversation as people read it: who said what, and each call of a tool together with its result.
import type { TokenUsage } from '../codec/ai/token-usage.ts';

export type Fact = readonly [name: string, value: string];

export interface Conversation {
  /** The API or the protocol. */
  readonly title: string;
  /** The model; null where none is named. */
  readonly model: string | null;
  /** Settings of a call, headers of a session. */
  readonly facts: readonly Fact[];
  readonly turns: readonly Turn[];
  /** Null for a request, and for a protocol that counts nothing. */
  readonly figures: Figures | null;
}

export interface Turn {
  /** Such as `user`, in the words of the API. */
  readonly role: string;
  /** A remark on the role, such as the number of a message; may be empty. */
  readonly about: string;
  readonly parts: readonly Part[];
}

/** The result of a call is shown with it; one whose call is elsewhere stands alone. */
export type Part =
  | { readonly type: 'text' | 'thinking' | 'refusal' | 'error'; readonly text: string }
  | {
      readonly type: 'call';
      readonly name: string;
      /** The method, where the name is what it calls; may be empty. */
      readonly method: string;
      /** JSON as it was written; empty without arguments. */
      readonly arguments: string;
      /** Other parameters. */
      readonly facts: readonly Fact[];
      readonly result: Result | null;
    }
  | {
      readonly type: 'result';
      /** The call, as the result names it. */ readonly name: string;
      readonly result: Result;
    }
  /** An image whose bytes are one, whatever its type says; in Base64. */
  | { readonly type: 'image'; readonly mime: string; readonly base64: string }
  /** JSON with a title. */
  | { readonly type: 'json'; readonly title: string; readonly text: string }
  /** Entries of a list, such as tools, with what they say of themselves. */
  | {
      readonly type: 'entries';
      readonly title: string;
      readonly count: number;
      readonly entries: readonly Fact[];
    }
  | {
      readonly type: 'progress';
      readonly value: number;
      /** Null while it is not known. */ readonly total: number | null;
      readonly text: string;
    }
  /** Anything that is named only: a file, the address of an image. */
  | { readonly type: 'other'; readonly kind: string; readonly text: string };

export interface Result {
  readonly isError: boolean;
  readonly parts: readonly Part[];
}

/** The figures at the end of a response. */
export interface Figures {
  readonly tokens: TokenUsage;
  /** The reason why the model stopped, in the provider's words. */
  readonly finish: string | null;
  /** Milliseconds from the request to the first output; null where not known. */
  readonly firstTokenMs: number | null;
}
