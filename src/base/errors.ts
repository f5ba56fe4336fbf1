// Every way in which an exchange can fail: a stable code, the status a client is answered with, and a
// sentence that says what went wrong and where. What to do follows where the user can do something.

/** Status 0: nobody is left to answer. */
const TABLE = {
  BAD_REQUEST: { status: 400, title: 'The request is not valid HTTP' },
  HEAD_TOO_LARGE: { status: 431, title: 'The head of the request is too large' },
  EXPECTATION: { status: 417, title: 'The expectation of the request cannot be met' },
  NOT_IMPLEMENTED: { status: 501, title: 'The request needs what is not implemented' },
  VERSION: { status: 505, title: 'The HTTP version of the request is not supported' },
  REQUEST_TIMEOUT: { status: 408, title: 'The request did not arrive in time' },
  NOT_ALLOWED: { status: 403, title: 'This address is not open to this client' },
  NOT_ADMITTED: { status: 403, title: 'This client may not use the proxy' },
  LOOP: { status: 508, title: 'The request would come back to this proxy' },
  DNS_FAILED: { status: 502, title: 'The host name could not be resolved' },
  CONNECT_FAILED: { status: 502, title: 'The server could not be reached' },
  CONNECT_TIMEOUT: { status: 504, title: 'The server did not answer in time' },
  TLS_UNTRUSTED: { status: 502, title: 'The certificate of the server is not trusted' },
  TLS_FAILED: { status: 502, title: 'The TLS handshake with the server failed' },
  EXTERNAL_PROXY_FAILED: { status: 502, title: 'The external proxy did not open the way' },
  PAC_FAILED: { status: 502, title: 'The PAC file could not be used' },
  UPSTREAM_CLOSED: { status: 502, title: 'The server closed the connection' },
  BAD_RESPONSE: { status: 502, title: 'The answer of the server is not valid HTTP' },
  CLIENT_LEFT: { status: 0, title: 'The client closed the connection' },
  CLIENT_REFUSED: { status: 0, title: 'The client probably refused our certificate' },
  CLIENT_TLS_FAILED: { status: 0, title: 'The TLS handshake with the client failed' },
  TOOL_BLOCKED: { status: 403, title: 'A debugging tool does not let this pass' },
  TOOL_ENDED: { status: 0, title: 'A debugging tool ended the exchange' },
  TOOL_FAILED: { status: 500, title: 'A debugging tool could not answer' },
  STOPPED: { status: 503, title: 'The proxy was stopped' },
} as const;

export type ErrorCode = keyof typeof TABLE;

export class ProxyError extends Error {
  readonly code: ErrorCode;
  /** HTTP status for the client; 0 when it cannot be answered. */
  readonly status: number;

  /** `detail` completes the sentence of the code: what, where, what to do. `status`: other than the usual one. */
  constructor(code: ErrorCode, detail: string, status: number = TABLE[code].status) {
    super(`${TABLE[code].title}: ${detail}`);
    this.name = 'ProxyError';
    this.code = code;
    this.status = status;
  }

  get title(): string {
    return TABLE[this.code].title;
  }
}

/** A setting that cannot be used; the message says what is wrong and what to write. */
export class SettingError extends Error {
  /** The key of the setting; by default what the message begins with. Empty when neither says. */
  readonly field: string;

  constructor(message: string, { field, ...options }: ErrorOptions & { readonly field?: string } = {}) {
    super(message, options);
    this.field = field ?? /^\w+(?:\.\w+|\[\d+\])*(?=:)/.exec(message)?.[0] ?? '';
  }
}

/** The text of anything thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** The `code` of a system error such as ECONNREFUSED; empty without one. */
export function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
}
