// What a script of a collection is given, and what comes of it.
import type { Auth } from '../model/auth.ts';
import type { Body } from '../model/body.ts';
import type { Pair, QueryPair } from '../model/values.ts';

/** JSON values by name. */
export type Values = Readonly<Record<string, unknown>>;

export interface ScriptScopes {
  readonly globals: Values;
  readonly collection: Values;
  readonly environment: Values;
  readonly data: Values;
  readonly local: Values;
}

export interface ScriptRequest {
  readonly id: string;
  readonly name: string;
  readonly method: string;
  /** Before a request is sent, variables stand in it by their names. */
  readonly url: string;
  /** What stands behind the URL's own query. */
  readonly query: readonly Pick<QueryPair, 'name' | 'value' | 'enabled'>[];
  /** Values of `:name` in the path. */
  readonly path: readonly Pick<Pair, 'name' | 'value' | 'enabled'>[];
  readonly headers: readonly { readonly name: string; readonly value: string; readonly enabled: boolean }[];
  readonly body: Body;
  readonly auth: Auth;
}

export interface ScriptCookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  readonly path: string;
  /** Epoch milliseconds; null for as long as the run. */
  readonly expires: number | null;
  readonly httpOnly: boolean;
  readonly secure: boolean;
}

export interface ScriptResponse {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** Without its content coding. */
  readonly body: Buffer;
  readonly timeMs: number;
  /** Bytes of the body as they came. */
  readonly size: number;
  readonly cookies: readonly ScriptCookie[];
}

export interface ScriptTask {
  readonly phase: 'preRequest' | 'test';
  readonly script: string;
  /** Whose script it is, for errors, such as `folder Users`. */
  readonly where: string;
  readonly info: {
    /** From 0. */
    readonly iteration: number;
    readonly iterationCount: number;
    readonly requestName: string;
    readonly requestId: string;
    readonly eventName: string;
  };
  readonly scopes: ScriptScopes;
  /** Empty without one. */
  readonly environmentName: string;
  readonly request: ScriptRequest;
  /** Null before there is one. */
  readonly response: ScriptResponse | null;
  /** Those that the request sends, or has sent. */
  readonly cookies: readonly ScriptCookie[];
  /** Names of the collection, the folders and the request, the outermost first. */
  readonly location: readonly string[];
}

export interface ScriptTest {
  readonly name: string;
  readonly passed: boolean;
  readonly skipped: boolean;
  readonly error: { readonly name: string; readonly message: string } | null;
}

export interface ScriptOutcome {
  readonly tests: readonly ScriptTest[];
  readonly console: readonly { readonly level: string; readonly text: string }[];
  /** What ended the script; null when it came to its end. */
  readonly error: { readonly name: string; readonly message: string; readonly stack?: string } | null;
  /** Each scope that has changed, as a whole. */
  readonly scopes: Partial<Record<'globals' | 'collection' | 'environment' | 'local', Values>>;
  /** Null when it is as it was. */
  readonly request: ScriptRequest | null;
  /** Name or id of the request to go on with; null: the iteration ends; undefined: nothing was said. */
  readonly next: string | null | undefined;
  /** Whether the request is not to be sent. */
  readonly skip: boolean;
}

/** What scripts reach of the outside. */
export interface ScriptHost {
  /** `signal`: the script that asked has ended. */
  sendRequest(request: ScriptRequest, signal: AbortSignal): Promise<ScriptResponse>;
  readonly cookies: {
    of(url: string): Promise<readonly ScriptCookie[]>;
    /** `cookie` as in Set-Cookie. */
    set(url: string, cookie: string): Promise<void>;
    remove(url: string, name: string): Promise<void>;
    clear(url: string): Promise<void>;
  };
  /** Ends all waiting. */
  readonly signal?: AbortSignal | undefined;
}
