// A request that tools may change: as received, as changed, and as it is sent.
import { isToken } from '../../base/http-syntax.ts';
import { ProxyError } from '../../base/errors.ts';
import { formatAuthority } from '../../codec/http1/target.ts';
import { isOnNetwork, type FlowTarget } from '../../flow/flow.ts';
import type { UpstreamRequest } from '../../net/upstream-exchange.ts';
import type { HeaderLines, InterceptedRequest } from '../hooks.ts';
import {
  flatOf,
  safePath,
  sameLines,
  withOneHost,
  withoutLines,
  writtenLines,
  type Framing,
} from './header-lines.ts';
import type { BufferableBody } from './bufferable-body.ts';

/** A request as received from the client. */
export interface ReceivedRequest {
  readonly method: string;
  readonly target: FlowTarget;
  readonly path: string;
  /** Includes Host. */
  readonly fields: HeaderLines;
  /** Content-Length; -1 without one. */
  readonly contentLength: number;
  readonly hasBody: boolean;
  readonly upgrades: boolean;
  /** The head for a server of HTTP/1.1 as long as nothing changes; null: written from the other fields. */
  readonly http1Head: string | null;
  /** The request as it is sent as long as nothing changes; null: written from the other fields. */
  readonly unchanged: UpstreamRequest | null;
}

const CODING: ReadonlySet<string> = new Set(['content-encoding']);
const EXPECT: ReadonlySet<string> = new Set(['expect']);

export class EditableRequest implements InterceptedRequest {
  method: string;
  target: FlowTarget;
  path: string;
  readonly hasBody: boolean;
  readonly upgrades: boolean;
  /** The body that a tool has set; null for the received one. */
  replacement: Buffer | null = null;
  /** True once the client was asked to send its body: it must not be asked again. */
  bodyRequested = false;
  readonly #received: ReceivedRequest;
  /** Null until a tool sets them. */
  #fields: HeaderLines | null = null;
  readonly #body: BufferableBody;
  readonly #requestBody: () => void;

  constructor(received: ReceivedRequest, body: BufferableBody, requestBody: () => void) {
    this.#received = received;
    this.#body = body;
    this.#requestBody = requestBody;
    this.method = received.method;
    this.target = received.target;
    this.path = received.path;
    this.hasBody = received.hasBody;
    this.upgrades = received.upgrades;
  }

  get fields(): HeaderLines {
    return this.#fields ?? this.#received.fields;
  }

  set fields(fields: HeaderLines) {
    this.#fields = fields;
  }

  readonly body = (): Promise<Buffer | null> => {
    if (this.replacement !== null) return Promise.resolve(this.replacement);
    if (this.hasBody && !this.#body.complete && !this.bodyRequested) {
      this.bodyRequested = true;
      this.#requestBody();
    }
    return this.#body.buffer();
  };

  replaceBody(bytes: Buffer): void {
    this.replacement = bytes;
    this.fields = withoutLines(this.fields, CODING);
  }

  get isRedirected(): boolean {
    const { scheme, host, port } = this.#received.target;
    return this.target.scheme !== scheme || this.target.host !== host || this.target.port !== port;
  }

  get isChanged(): boolean {
    const { method, path } = this.#received;
    return (
      this.replacement !== null ||
      this.isRedirected ||
      this.method !== method ||
      this.path !== path ||
      (this.#fields !== null && !sameLines(this.#fields, this.#received.fields))
    );
  }

  /** True when the request can be sent at all. */
  get isSendable(): boolean {
    return isMethod(this.method);
  }

  /** Returns the request as it is sent. Throws a ProxyError when a tool made it unsendable. */
  outgoing(): UpstreamRequest {
    const { contentLength, http1Head, unchanged } = this.#received;
    if (unchanged !== null && this.#isUnchanged()) return unchanged;
    if (!this.isSendable)
      throw new ProxyError(
        'TOOL_FAILED',
        `${JSON.stringify(this.method.slice(0, 60))} is not a method of a request`,
      );
    const { target } = this;
    if (!isOnNetwork(target))
      throw new ProxyError('TOOL_FAILED', `a request cannot be sent to ${target.host}, a server on pipes`);
    const { scheme, host, port } = target;
    const hasBody = this.replacement === null ? this.hasBody : this.replacement.length > 0;
    const length = this.replacement === null ? contentLength : this.replacement.length;
    const named = withOneHost(this.fields, formatAuthority(host, port, scheme));
    const fields = this.bodyRequested ? withoutLines(named.lines, EXPECT) : named.lines;
    const common = { method: this.method, scheme, authority: named.host, path: safePath(this.path), hasBody };
    return {
      ...common,
      contentLength: hasBody ? length : -1,
      fields: flatWithLength(fields, hasBody ? length : -1, this.replacement !== null),
      ...(http1Head !== null && {
        http1Head: this.#isUnchanged() ? http1Head : this.#head(fields, hasBody, length),
      }),
    };
  }

  #isUnchanged(): boolean {
    return !this.isChanged && !this.bodyRequested;
  }

  #head(fields: HeaderLines, hasBody: boolean, length: number): string {
    const framing: Framing = !hasBody
      ? this.replacement === null
        ? { type: 'none', announced: 'zero' }
        : { type: 'length', length: 0 }
      : length >= 0
        ? { type: 'length', length }
        : { type: 'chunked' };
    return `${this.method} ${safePath(this.path)} HTTP/1.1\r\n${writtenLines(fields, framing, this.upgrades)}\r\n`;
  }
}

/** Returns the fields of HTTP/2, with a Content-Length that is true. */
function flatWithLength(lines: HeaderLines, length: number, replaced: boolean): string[] {
  const flat = flatOf(lines);
  const at = flat.findIndex((name, index) => index % 2 === 0 && name === 'content-length');
  const rest = flat.filter((_, index) => flat[index - (index % 2)] !== 'content-length');
  if (length < 0 && !replaced) {
    // An empty body may be announced as such.
    return at < 0 || flat[at + 1] !== '0' ? rest : flat;
  }
  rest.splice(at < 0 ? rest.length : at, 0, 'content-length', String(Math.max(0, length)));
  return rest;
}

function isMethod(method: string): boolean {
  return method !== 'CONNECT' && isToken(method);
}
