// Errors with stable codes: `ProxyError` for failed exchanges, `UserError` for errors that a caller can correct.
import { systemSentence } from './system-error.ts';

/** Errors of exchanges. Status 0 means that the client has disconnected, so no response can be sent. */
export const PROXY_ERRORS = {
  BAD_REQUEST: { status: 400, title: 'The request is not valid HTTP' },
  HEAD_TOO_LARGE: { status: 431, title: 'The head of the request is too large' },
  EXPECTATION: { status: 417, title: 'The expectation of the request cannot be met' },
  NOT_IMPLEMENTED: { status: 501, title: 'The request needs a feature that is not implemented' },
  VERSION: { status: 505, title: 'The HTTP version of the request is not supported' },
  REQUEST_TIMEOUT: { status: 408, title: 'The request did not arrive in time' },
  NOT_ALLOWED: { status: 403, title: 'This client may not reach this address' },
  NOT_ADMITTED: { status: 403, title: 'This client may not use the proxy' },
  LOOP: { status: 508, title: 'The request would loop back to this proxy' },
  DNS_FAILED: { status: 502, title: 'The host name could not be resolved' },
  CONNECT_FAILED: { status: 502, title: 'The server could not be reached' },
  CONNECT_TIMEOUT: { status: 504, title: 'The server did not respond in time' },
  TLS_UNTRUSTED: { status: 502, title: 'The certificate of the server is not trusted' },
  TLS_FAILED: { status: 502, title: 'The TLS handshake with the server failed' },
  EXTERNAL_PROXY_FAILED: { status: 502, title: 'The external proxy refused the tunnel' },
  PAC_FAILED: { status: 502, title: 'The PAC file could not be used' },
  UPSTREAM_CLOSED: { status: 502, title: 'The server closed the connection' },
  BAD_RESPONSE: { status: 502, title: 'The response of the server is not valid HTTP' },
  CLIENT_LEFT: { status: 0, title: 'The client closed the connection' },
  DEADLINE_PASSED: { status: 0, title: 'The deadline of the client has passed' },
  CLIENT_REFUSED: { status: 0, title: 'The client probably refused our certificate' },
  CLIENT_TLS_FAILED: { status: 0, title: 'The TLS handshake with the client failed' },
  TOOL_BLOCKED: { status: 403, title: 'A debugging tool blocked the request' },
  TOOL_ENDED: { status: 0, title: 'A debugging tool ended the exchange' },
  TOOL_FAILED: { status: 500, title: 'A debugging tool failed' },
  STOPPED: { status: 503, title: 'The proxy was stopped' },
} as const;

export type ErrorCode = keyof typeof PROXY_ERRORS;

/** A failed exchange: the client gets `status` and the message, and the flow records both. */
export class ProxyError extends Error {
  readonly code: ErrorCode;
  /** HTTP status of the response; 0 when none can be sent. */
  readonly status: number;

  /** `detail` completes the title of the code: what went wrong, where, and what to do. */
  constructor(code: ErrorCode, detail: string, status: number = PROXY_ERRORS[code].status) {
    super(`${PROXY_ERRORS[code].title}: ${detail}`);
    this.name = 'ProxyError';
    this.code = code;
    this.status = status;
  }

  get title(): string {
    return PROXY_ERRORS[this.code].title;
  }
}

/** Returns a ProxyError unchanged, and wraps any other thrown value in one with `code`. */
export function asProxyError(thrown: unknown, code: ErrorCode): ProxyError {
  return thrown instanceof ProxyError ? thrown : new ProxyError(code, messageOf(thrown));
}

/** Kinds of errors that the user, or the calling program, can correct. */
export type UserErrorCode =
  /** A parameter of a call, or an option of a command. */
  | 'INVALID_PARAMETER'
  | 'INVALID_SETTING'
  /** A rule of a debugging tool. */
  | 'INVALID_RULE'
  /** A document, message or value that is not what its format demands. */
  | 'INVALID_DATA'
  /** A file that cannot be read, written or used. */
  | 'INVALID_FILE'
  | 'NOT_FOUND'
  /** The operation does not fit the present state, such as a name that is taken. */
  | 'CONFLICT'
  /** Larger, deeper or longer than a bound allows. */
  | 'TOO_LARGE'
  | 'UNSUPPORTED'
  /** A service, program or part of the system that is needed does not work. */
  | 'UNAVAILABLE';

export interface UserErrorOptions extends ErrorOptions {
  readonly field?: string | undefined;
}

/**
 * An error that the caller can correct. The message says what is wrong, where, and what to do. The HTTP API responds
 * with 422 and `{"error", "field"}`; the command line prints `error: …` and exits with code 1.
 */
export class UserError extends Error {
  readonly code: UserErrorCode;
  /** The path of the parameter, setting or field that is wrong, such as `socks.port`; empty where it is none. */
  readonly field: string;

  constructor(code: UserErrorCode, message: string, { field = '', ...options }: UserErrorOptions = {}) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
    this.field = field;
  }
}

/** An invalid parameter of a call. */
export class ParameterError extends UserError {
  constructor(message: string, options?: UserErrorOptions) {
    super('INVALID_PARAMETER', message, options);
  }
}

/** An invalid setting. By default, `field` is the key at the start of the message, before a colon. */
export class SettingError extends UserError {
  constructor(message: string, options: UserErrorOptions = {}) {
    const field = options.field ?? /^\w+(?:\.\w+|\[\d+\])*(?=:)/.exec(message)?.[0];
    super('INVALID_SETTING', message, { ...options, field });
  }
}

/** An invalid rule of a debugging tool. `field` is a path in the rule, such as `body.file`. */
export class RuleError extends UserError {
  constructor(message: string, options?: UserErrorOptions) {
    super('INVALID_RULE', message, options);
  }
}

/** Returns the message of any thrown value. For a system error it returns a sentence. */
export function messageOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  // The AggregateError of a connection that failed on every address has no message itself.
  if (thrown instanceof AggregateError && thrown.message === '' && thrown.errors.length > 0)
    return messageOf(thrown.errors[0]);
  return systemSentence(thrown) ?? thrown.message;
}

/** Returns any thrown value as an Error. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown), { cause: thrown });
}

/** Returns the `code` of a system error, such as ECONNREFUSED; empty for other errors. */
export function systemCode(thrown: unknown): string {
  if (!(thrown instanceof Error) || thrown instanceof UserError) return '';
  return 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
}

/** Returns the reason why a file could not be read, for the end of a sentence. */
export function fileErrorMessage(thrown: unknown): string {
  return systemCode(thrown) === 'ENOENT' ? 'there is no such file' : messageOf(thrown);
}
