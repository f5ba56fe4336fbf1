// The contract of an authorization type: a plug-in that adds credentials to a request and may answer a challenge from
// the server.
import type { Auth, AuthType } from '../../collections/model/auth.ts';

/** A request before it is sent, with all variables replaced and without framing headers. */
export interface SignableRequest {
  readonly method: string;
  /** The absolute URL, percent-encoded, without a fragment. */
  readonly url: string;
  /** Headers in order. Values hold one char per byte. */
  readonly headers: readonly HeaderField[];
  readonly body: Buffer;
}

export interface HeaderField {
  readonly name: string;
  readonly value: string;
}

/** A response that may contain a challenge. */
export interface ChallengeResponse {
  readonly status: number;
  readonly headers: readonly HeaderField[];
}

export type ShowPage = (url: string, code?: string) => void;

export interface AuthContext {
  /** Sends another request, for example for a token. It follows no redirects. */
  send(request: SignableRequest): Promise<{
    readonly status: number;
    readonly headers: readonly HeaderField[];
    readonly body: Buffer;
  }>;
  /** Epoch milliseconds. */
  now(): number;
  /** Returns random bytes. */
  random(bytes: number): Buffer;
  /**
   * Values to reuse in later requests, such as tokens, by a key that the plug-in chooses. The cache lives as long as
   * a run.
   */
  readonly cache: Map<string, unknown>;
  /**
   * Asks the user to open a page, and to type a code there if one is given; null when there is no user at the
   * terminal.
   */
  readonly showPage: ShowPage | null;
  /** Aborts all waiting. */
  readonly signal?: AbortSignal | undefined;
}

export type AuthOf<T extends AuthType> = Extract<Auth, { readonly type: T }>;

export interface AuthPlugin<T extends AuthType> {
  readonly type: T;
  /** True when the credentials are a signature of the request, which is made again after a redirect. */
  readonly signsRequest?: true;
  /** True when the server knows a connection by the credentials: all that is sent shares one, which others do not use. */
  readonly bindsConnection?: true;
  /** Returns the request with credentials. Rejects with an Error that names a wrong or missing field. */
  apply(auth: AuthOf<T>, request: SignableRequest, context: AuthContext): Promise<SignableRequest>;
  /** Returns the request to send after a challenge; null when another attempt would not help. */
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
