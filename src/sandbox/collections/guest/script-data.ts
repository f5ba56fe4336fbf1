// What a script is begun with and what it leaves, as JSON between the host and the sandbox.

/** As postman-collection defines them. */
export interface RequestDefinition {
  readonly method: string;
  readonly url: UrlDefinition;
  readonly header: readonly { readonly key: string; readonly value: string; readonly disabled?: boolean }[];
  readonly body?: unknown;
  readonly auth?: unknown;
}

export interface UrlDefinition {
  /** Without what the lists hold; `:name` stands for a variable of the path. */
  readonly url: string;
  readonly query: readonly {
    readonly key: string;
    readonly value: string | null;
    readonly disabled?: boolean;
  }[];
  /** Of the path. */
  readonly variable: readonly { readonly key: string; readonly value: string }[];
}

/** `null` for a body or an authorization that has been taken away. */
export type ChangedRequest = Partial<RequestDefinition>;

export interface CookieDefinition {
  readonly name: string;
  readonly value: string;
  readonly domain?: string;
  readonly path?: string;
  readonly expires?: string | null;
  readonly secure?: boolean;
  readonly httpOnly?: boolean;
  readonly hostOnly?: boolean;
}

export interface ResponseHead {
  readonly code: number;
  readonly reason: string;
  readonly headers: readonly (readonly [string, string])[];
  /** Milliseconds. */
  readonly timeMs: number;
  /** Bytes of the body without its content coding. */
  readonly bodyBytes: number;
  readonly cookies: readonly CookieDefinition[];
}

export type ScopeValues = Readonly<Record<string, unknown>>;

export interface ScriptInput {
  readonly phase: 'preRequest' | 'test';
  readonly info: {
    readonly iteration: number;
    readonly iterationCount: number;
    readonly requestName: string;
    readonly requestId: string;
    readonly eventName: string;
  };
  readonly scopes: {
    readonly globals: ScopeValues;
    readonly collection: ScopeValues;
    readonly environment: ScopeValues;
    readonly data: ScopeValues;
    readonly local: ScopeValues;
  };
  readonly environmentName: string;
  readonly request: RequestDefinition;
  readonly response: ResponseHead | null;
  readonly cookies: readonly CookieDefinition[];
  readonly location: readonly string[];
  /** The item whose script it is. */
  readonly current: string;
  /** Of requests that a script may send. */
  readonly maxRequests: number;
}

export interface TestResult {
  readonly name: string;
  readonly passed: boolean;
  readonly skipped: boolean;
  readonly error: { readonly name: string; readonly message: string } | null;
}

/** What is left when the script has ended. */
export interface ScriptResult {
  /** Of `describe`; null when there is none. */
  readonly error: string | null;
  /** Those that have changed, whole. */
  readonly scopes: Readonly<Record<string, ScopeValues>>;
  readonly request: ChangedRequest | null;
  /** Absent: not said. */
  readonly next?: string | null;
  readonly skip: boolean;
}
