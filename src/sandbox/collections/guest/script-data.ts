// The input and the result of a script, as JSON between the host and the sandbox.

/** A request as postman-collection defines it. */
export interface RequestDefinition {
  readonly method: string;
  readonly url: UrlDefinition;
  readonly header: readonly { readonly key: string; readonly value: string; readonly disabled?: boolean }[];
  readonly body?: unknown;
  readonly auth?: unknown;
}

export interface UrlDefinition {
  /** The URL without the entries of the lists; `:name` is a path variable. */
  readonly url: string;
  readonly query: readonly {
    readonly key: string;
    readonly value: string | null;
    readonly disabled?: boolean;
  }[];
  /** Path variables. */
  readonly variable: readonly { readonly key: string; readonly value: string }[];
}

/** Changed parts; null for a body or an authorization that was removed. */
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
  /** The size of the body in bytes, without its content coding. */
  readonly bodyBytes: number;
  readonly cookies: readonly CookieDefinition[];
  /** The URL of the response, after redirects. */
  readonly url: string;
  readonly trailers: readonly (readonly [string, string])[];
  /** True for a response of another protocol than HTTP. */
  readonly isConversation: boolean;
}

/** Choices of scripts for sending a request and reading its response. */
export interface ChosenSettings {
  /** Milliseconds; 0 for no limit. */
  readonly timeoutMs?: number | undefined;
  readonly maxRedirects?: number | undefined;
  /** True when a body in JSON stays text. */
  readonly keepsText?: boolean | undefined;
}

export type ScopeValues = Readonly<Record<string, unknown>>;

/** A module that lies in the collection. */
export type OwnModule =
  | {
      readonly code: string;
      /** Paths of modules by the names that its code requires them by. */
      readonly requires: Readonly<Record<string, string>>;
    }
  | { readonly error: string };

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
    readonly request: ScopeValues;
    readonly local: ScopeValues;
  };
  readonly environmentName: string;
  /** The program whose names the script uses. */
  readonly dialect: 'postman' | 'bruno' | 'jetbrains' | 'httpyac';
  /** True for a script that calls methods of SugarJS. */
  readonly usesSugar: boolean;
  readonly request: RequestDefinition;
  readonly settings: ChosenSettings;
  /** The description of the request; empty for none. */
  readonly requestDocs: string;
  readonly response: ResponseHead | null;
  readonly cookies: readonly CookieDefinition[];
  readonly location: readonly string[];
  /** Tags of the request and its folders. */
  readonly tags: readonly string[];
  /** The name of the item that the script belongs to. */
  readonly current: string;
  /** Modules of the collection that the script requires, by their paths. */
  readonly modules: Readonly<Record<string, OwnModule>>;
  /** Those paths by the names that the script has for them. */
  readonly requires: Readonly<Record<string, string>>;
  /** The maximum number of requests that a script may send. */
  readonly maxRequests: number;
}

export interface TestResult {
  readonly name: string;
  readonly passed: boolean;
  readonly skipped: boolean;
  readonly error: {
    readonly name: string;
    readonly message: string;
    /** The line in the script; null when it is not known. */
    readonly line: number | null;
    /** The compared values, as JSON. */
    readonly expected?: string;
    readonly actual?: string;
  } | null;
}

/** The result of a script that has ended. */
export interface ScriptResult {
  /** The description of the error; null without one. */
  readonly error: string | null;
  /** The scopes that have changed, with all of their values. */
  readonly scopes: Readonly<Record<string, ScopeValues>>;
  readonly request: ChangedRequest | null;
  readonly settings: ChosenSettings;
  /** Absent when the script did not choose a next request. */
  readonly next?: string | null;
  readonly skip: boolean;
}
