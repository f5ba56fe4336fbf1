// The input and the outcome of a script of a collection.
import type { ChosenSettings } from '../../sandbox/collections/guest/script-data.ts';
import type { Auth } from '../../collections/model/auth.ts';
import type { Body } from '../../collections/model/body.ts';
import type { Pair, QueryPair } from '../../collections/model/values.ts';
import type { CookieValue } from '../../requests/http/cookies.ts';
import type { OwnModules } from './own-modules.ts';
import type { Message } from '../../requests/response.ts';

/** JSON values by name. */
export type Values = Readonly<Record<string, unknown>>;

export interface ScriptScopes {
  readonly globals: Values;
  readonly collection: Values;
  readonly environment: Values;
  readonly data: Values;
  /** Variables of the folders and of the request. */
  readonly request: Values;
  readonly local: Values;
}

export interface ScriptRequest {
  readonly id: string;
  readonly name: string;
  readonly method: string;
  /** Contains variables by name until the request is sent. */
  readonly url: string;
  /** Parameters in addition to the query of the URL. */
  readonly query: readonly Pick<QueryPair, 'name' | 'value' | 'enabled'>[];
  /** Values of `:name` in the path. */
  readonly path: readonly Pick<Pair, 'name' | 'value' | 'enabled'>[];
  readonly headers: readonly { readonly name: string; readonly value: string; readonly enabled: boolean }[];
  readonly body: Body;
  readonly auth: Auth;
}

export type ScriptCookie = CookieValue;

export interface ScriptResponse {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** The body without its content coding. */
  readonly body: Buffer;
  readonly timeMs: number;
  /** The size of the body in bytes as received. */
  readonly size: number;
  readonly cookies: readonly ScriptCookie[];
  readonly trailers: readonly { readonly name: string; readonly value: string }[];
  readonly messages: readonly Message[];
  /** For example `HTTP/1.1` or `gRPC`. */
  readonly httpVersion: string;
  /** The URL that it came from, after redirects. */
  readonly url: string;
}

export interface ScriptTask {
  readonly phase: 'preRequest' | 'test';
  readonly script: string;
  /** The owner of the script for error messages, such as `folder Users`. */
  readonly where: string;
  readonly info: {
    /** Counted from 0. */
    readonly iteration: number;
    readonly iterationCount: number;
    readonly requestName: string;
    readonly requestId: string;
    readonly eventName: 'prerequest' | 'test';
  };
  readonly scopes: ScriptScopes;
  /** Empty without an environment. */
  readonly environmentName: string;
  readonly request: ScriptRequest;
  /** Settings that scripts before this one have chosen. */
  readonly settings: ChosenSettings;
  /** The description of the request; empty for none. */
  readonly requestDocs: string;
  /** Null before the response. */
  readonly response: ScriptResponse | null;
  /** Cookies that the request sends, or has sent. */
  readonly cookies: readonly ScriptCookie[];
  /** Tags of the request and its folders. */
  readonly tags?: readonly string[] | undefined;
  /** Modules of the collection that the script requires. */
  readonly own?: OwnModules | undefined;
  /** Names of the collection, the folders and the request, the outermost first. */
  readonly location: readonly string[];
}

export interface ScriptTest {
  readonly name: string;
  readonly passed: boolean;
  readonly skipped: boolean;
  readonly error: TestError | null;
}

export interface TestError {
  readonly name: string;
  readonly message: string;
  /** The line in the script; null when it is not known. */
  readonly line: number | null;
  /** The compared values as JSON; absent when the test compared none. */
  readonly expected?: string | undefined;
  readonly actual?: string | undefined;
}

/** The lines that a script prints, and its tests. */
export interface ScriptOutput {
  readonly tests: readonly ScriptTest[];
  readonly console: readonly { readonly level: string; readonly text: string }[];
}

export interface ScriptOutcome extends ScriptOutput {
  /** The error that ended the script; null when there was none. */
  readonly error: {
    readonly name: string;
    readonly message: string;
    readonly stack?: string;
    /** Null when it is not known. */
    readonly line: number | null;
  } | null;
  /** The scopes that have changed, with all of their values. */
  readonly scopes: Partial<Record<'globals' | 'collection' | 'environment' | 'local', Values>>;
  /** Null when the request is unchanged. */
  readonly request: ScriptRequest | null;
  readonly settings: ChosenSettings;
  /** Name or id of the next request; null to end the iteration, undefined when the script chose none. */
  readonly next: string | null | undefined;
  /** True when the request must not be sent. */
  readonly skip: boolean;
}

export interface NestedCall {
  readonly request: string;
  /** Variables for this request only. */
  readonly variables: Values;
  readonly scopes: { readonly [S in keyof ScriptOutcome['scopes']]?: Values | undefined };
}

export interface NestedRun {
  /** Null when there is none. */
  readonly response: ScriptResponse | null;
  /** The reason why there is no response; null when there is one. */
  readonly error: string | null;
  readonly scopes: Readonly<Record<'globals' | 'collection' | 'environment', Values>>;
}

/** The host functions that scripts can call. */
export interface ScriptHost {
  /** Sends a request. `signal` is aborted when the script ends. */
  sendRequest(request: ScriptRequest, signal: AbortSignal): Promise<ScriptResponse>;
  /**
   * Runs a request of the collection by its id, its path or its name, with its scripts. `scopes`: those that the script
   * has changed so far. Rejects with an Error when it is not there.
   */
  runRequest?(call: NestedCall): Promise<NestedRun>;
  /** Secrets of the workspace by name. */
  readonly vault?: Map<string, string> | undefined;
  readonly cookies: {
    of(url: string): Promise<readonly ScriptCookie[]>;
    /** Stores a cookie in the syntax of Set-Cookie. */
    set(url: string, cookie: string): Promise<void>;
    remove(url: string, name: string): Promise<void>;
    clear(url: string): Promise<void>;
    /** Removes the cookies of all hosts. */
    clearAll(): Promise<void>;
  };
  /** Receives the output while the script runs, in parts. */
  readonly onOutput?: ((output: ScriptOutput) => void) | undefined;
  /** Aborts all waiting. */
  readonly signal?: AbortSignal | undefined;
}
