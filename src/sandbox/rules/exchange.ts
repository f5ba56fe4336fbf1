// What scripts of rules are given and what they may answer, as the host sees it: bodies are bytes, headers are lines.

/** Name and value, in order, as they came. */
export type HeaderLines = readonly (readonly [string, string])[];

export interface ScriptRequest {
  readonly method: string;
  readonly scheme: string;
  readonly host: string;
  readonly port: number;
  /** Without the query. */
  readonly path: string;
  /** Without the question mark; empty for none. */
  readonly query: string;
  readonly headers: HeaderLines;
  /** Without content encoding. */
  readonly body: Uint8Array;
}

export interface ScriptResponse {
  readonly statusCode: number;
  readonly statusPhrase: string;
  readonly httpVersion: string;
  readonly headers: HeaderLines;
  /** Without content encoding. */
  readonly body: Uint8Array;
}

export interface ScriptMessage {
  readonly direction: string;
  /** Text messages are a string, binary ones bytes. */
  readonly data: string | Uint8Array;
}

export interface ScriptEvent {
  readonly event: string;
  readonly data: string;
  readonly id: string;
  /** Milliseconds. */
  readonly retry: number | null;
}

/** The first argument of every function. */
export interface RuleContext {
  readonly scriptName: string;
  readonly matchingRule: string;
  readonly flow: {
    readonly id: string;
    readonly app: string | null;
    readonly clientIP: string | null;
    readonly serverIP: string | null;
  };
}

interface Call {
  readonly context: RuleContext;
  readonly url: string;
}

/** What each function is called with. */
export interface RuleCalls {
  readonly onRequest: Call & { readonly request: ScriptRequest };
  readonly onResponse: Call & { readonly request: ScriptRequest; readonly response: ScriptResponse };
  readonly onWebSocketMessage: Call & { readonly message: ScriptMessage };
  readonly onServerEvent: Call & { readonly event: ScriptEvent };
}

/** Only what has changed is there. A changed text body is in UTF-8. */
export type RequestChanges = Partial<ScriptRequest>;
export type ResponseChanges = Partial<Omit<ScriptResponse, 'httpVersion'>>;

export type RuleResult =
  | { readonly type: 'request'; readonly changes: RequestChanges }
  /** The client is answered with 403. */
  | { readonly type: 'block' }
  /** A response made by the script, which counts where the rule is a mock. */
  | { readonly type: 'respond'; readonly response: Omit<ScriptResponse, 'httpVersion'> }
  | { readonly type: 'response'; readonly changes: ResponseChanges }
  /** No `data`: as it was. */
  | { readonly type: 'message'; readonly data?: string | Uint8Array }
  | { readonly type: 'event'; readonly changes: Partial<ScriptEvent> }
  /** The message or event does not go on. */
  | { readonly type: 'drop' };
