// Sends spans to a collector over OTLP/HTTP (OTLP 1.x, section "OTLP/HTTP"), straight, whatever proxy the environment
// names: it may be this one.
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import { messageOf } from '../../base/errors.ts';
import { printable } from '../../base/printable.ts';
import { version } from '../../base/product.ts';

export interface Header {
  readonly name: string;
  readonly value: string;
}

/** The answer of a collector. */
export type Answer =
  /** `rejected`: the number of spans that it did not take; `reason` is empty when it took all and has nothing to say. */
  | { readonly type: 'taken'; readonly rejected: number; readonly reason: string }
  /** It may take the same spans later; `afterMs`: not before that, null where it does not say. */
  | { readonly type: 'later'; readonly reason: string; readonly afterMs: number | null }
  | { readonly type: 'refused'; readonly reason: string };

/** Names our own exports, so that they are not exported again where they pass this proxy. */
export const USER_AGENT = `proxyctl/${version} OTel-OTLP-Exporter`;

const TYPE = 'application/x-protobuf';
const MAX_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;
/** The statuses after which the specification says to try again. */
const TEMPORARY: ReadonlySet<number> = new Set([429, 502, 503, 504]);

export class Collector {
  readonly #url: URL;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #agent: http.Agent;

  constructor(url: URL, headers: readonly Header[]) {
    this.#url = url;
    this.#headers = Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]));
    const options = { keepAlive: true, maxSockets: 1 };
    this.#agent = url.protocol === 'https:' ? new https.Agent(options) : new http.Agent(options);
  }

  /** Never rejects. `signal` ends the attempt. */
  async post(spans: readonly ReadableSpan[], signal: AbortSignal): Promise<Answer> {
    const body = encoded(spans);
    if (body === null) return { type: 'refused', reason: 'would get spans that cannot be encoded' };
    const limit = AbortSignal.timeout(MAX_MS);
    try {
      const response = await this.#send(body, AbortSignal.any([signal, limit]));
      return answerOf(response, await answerBytes(response));
    } catch (error) {
      const reason = limit.aborted
        ? `did not answer within ${MAX_MS / 1000} s`
        : `cannot be reached: ${messageOf(error)}`;
      return { type: 'later', reason, afterMs: null };
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  #send(body: Uint8Array, signal: AbortSignal): Promise<IncomingMessage> {
    const { request } = this.#url.protocol === 'https:' ? https : http;
    return new Promise((resolve, reject) => {
      const headers = {
        ...this.#headers,
        'user-agent': USER_AGENT,
        'content-type': TYPE,
        'content-length': body.length,
      };
      request(this.#url, { method: 'POST', agent: this.#agent, headers, signal }, resolve)
        .on('error', reject)
        .end(body);
    });
  }
}

/** Returns null for spans that cannot be encoded; that would end the program otherwise. */
function encoded(spans: readonly ReadableSpan[]): Uint8Array | null {
  try {
    return ProtobufTraceSerializer.serializeRequest([...spans]) ?? null;
  } catch {
    return null;
  }
}

/** Reads an answer; one that is too long is cut off. */
async function answerBytes(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) break;
  }
  return Buffer.concat(chunks);
}

function answerOf(response: IncomingMessage, bytes: Buffer): Answer {
  const { statusCode: status = 0, statusMessage = '', headers } = response;
  const type = headers['content-type'] ?? '';
  if (status >= 200 && status < 300) return taken(type, bytes);
  const text = /text|json/.test(type)
    ? printable(bytes.toString().replace(/\s+/g, ' ').trim().slice(0, 200))
    : '';
  const reason = `answered ${`${status} ${printable(statusMessage)}`.trim()}${text === '' ? '' : `: ${text}`}`;
  return TEMPORARY.has(status)
    ? { type: 'later', reason, afterMs: afterMs(headers['retry-after']) }
    : { type: 'refused', reason };
}

/** Reads what a collector did not take (section "Partial Success"). */
function taken(type: string, bytes: Buffer): Answer {
  if (bytes.length === 0) return { type: 'taken', rejected: 0, reason: '' };
  try {
    const { partialSuccess } = type.includes('json')
      ? (JSON.parse(bytes.toString()) as {
          partialSuccess?: { rejectedSpans?: unknown; errorMessage?: unknown };
        })
      : ProtobufTraceSerializer.deserializeResponse(protobuf(type, bytes));
    // A collector that counts wrongly must not make up for what others lost.
    const rejected = Math.max(0, Number(partialSuccess?.rejectedSpans ?? 0) || 0);
    const message = partialSuccess?.errorMessage;
    return {
      type: 'taken',
      rejected,
      reason: typeof message === 'string' ? printable(message.slice(0, 200)) : '',
    };
  } catch {
    const reason = `answers with ${type === '' ? 'no content type' : printable(type)}, which is not OTLP: check that the URL is that of a collector`;
    return { type: 'taken', rejected: 0, reason };
  }
}

function protobuf(type: string, bytes: Buffer): Uint8Array {
  if (!type.includes('protobuf')) throw new TypeError('not protobuf');
  return bytes;
}

/** Reads a number of seconds or a date (RFC 9110, section 10.2.3). */
function afterMs(value: string | undefined): number | null {
  if (value === undefined) return null;
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? ms : null;
}
