// The input and the results of rule scripts, as the host sees them: bodies are bytes, headers are lines.

/** Names and values in their original order. */
export type HeaderLines = readonly (readonly [string, string])[];

export interface ScriptRequest {
  readonly method: string;
  readonly scheme: string;
  readonly host: string;
  readonly port: number;
  /** The path without the query. */
  readonly path: string;
  /** The query without the question mark; empty without one. */
  readonly query: string;
  readonly headers: HeaderLines;
  /** The body without its content coding. */
  readonly body: Uint8Array;
}

export interface ScriptResponse {
  readonly statusCode: number;
  readonly statusPhrase: string;
  readonly httpVersion: string;
  readonly headers: HeaderLines;
  /** The body without its content coding. */
  readonly body: Uint8Array;
}

export interface ScriptMessage {
  readonly direction: string;
  /** A string for text messages, bytes for binary ones. */
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

/** The arguments of each function. */
export interface RuleCalls {
  readonly onRequest: Call & { readonly request: ScriptRequest };
  readonly onResponse: Call & { readonly request: ScriptRequest; readonly response: ScriptResponse };
  readonly onWebSocketMessage: Call & { readonly message: ScriptMessage };
  readonly onServerEvent: Call & { readonly event: ScriptEvent };
}

/** A body from a script: text, whose charset is not chosen yet, or bytes. */
interface BodyFromScript {
  readonly body: string | Uint8Array;
}

/** Contains only what has changed. */
export type RequestChanges = Partial<Omit<ScriptRequest, 'body'> & BodyFromScript>;
export type ResponseChanges = Partial<Omit<ScriptResponse, 'httpVersion' | 'body'> & BodyFromScript>;

export type RuleResult =
  | { readonly type: 'request'; readonly changes: RequestChanges }
  /** Responds to the client with 403. */
  | { readonly type: 'block' }
  /** A response by the script, which is used when the rule is a mock. */
  | { readonly type: 'respond'; readonly response: Required<ResponseChanges> }
  | { readonly type: 'response'; readonly changes: ResponseChanges }
  /** Without `data` the message is unchanged. */
  | { readonly type: 'message'; readonly data?: string | Uint8Array }
  | { readonly type: 'event'; readonly changes: Partial<ScriptEvent> }
  /** Drops the message or event. */
  | { readonly type: 'drop' };
