// What authorization is: a plug-in that adds to a request what its type asks for, and may answer a server's challenge.
import type { Auth, AuthType } from '../model/auth.ts';

/** A request as it would go out: every variable filled in, framing left to who sends it. */
export interface SignableRequest {
  readonly method: string;
  /** Absolute, percent-encoded, without fragment. */
  readonly url: string;
  /** In order. Values hold one char per byte. */
  readonly headers: readonly HeaderField[];
  readonly body: Buffer;
}

export interface HeaderField {
  readonly name: string;
  readonly value: string;
}

/** The response that asks for more. */
export interface ChallengeResponse {
  readonly status: number;
  readonly headers: readonly HeaderField[];
}

export interface AuthContext {
  /** Sends a request of the authorization's own, such as one for a token; redirects are not followed. */
  send(request: SignableRequest): Promise<{
    readonly status: number;
    readonly headers: readonly HeaderField[];
    readonly body: Buffer;
  }>;
  /** Epoch milliseconds. */
  now(): number;
  /** Random bytes. */
  random(bytes: number): Buffer;
  /** What was obtained for requests to come, such as tokens, by a key of the plug-in's own; lives as long as a run. */
  readonly cache: Map<string, unknown>;
  /** Asks who sits in front of the terminal to open a page in a browser; null when nobody does. */
  readonly showPage: ((url: string) => void) | null;
  /** Ends all waiting. */
  readonly signal?: AbortSignal | undefined;
}

export type AuthOf<T extends AuthType> = Extract<Auth, { readonly type: T }>;

export interface AuthPlugin<T extends AuthType> {
  readonly type: T;
  /** The request with what it asks for. Rejects with an Error that names the field that is wrong or missing. */
  apply(auth: AuthOf<T>, request: SignableRequest, context: AuthContext): Promise<SignableRequest>;
  /** The request to be sent again after a challenge; null when that would not help. */
  answerChallenge?(
    auth: AuthOf<T>,
    request: SignableRequest,
    challenge: ChallengeResponse,
    context: AuthContext,
  ): Promise<SignableRequest | null>;
}

export function defineAuth<T extends AuthType>(plugin: AuthPlugin<T>): AuthPlugin<T> {
  return plugin;
}
