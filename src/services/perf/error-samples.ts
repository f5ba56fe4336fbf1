// Samples of failed requests: the first ones of each reason, with the beginning of their responses.
import type { ReceivedResponse } from '../../requests/response.ts';

export const ERROR_KINDS = ['status', 'test', 'none'] as const;
/** Failed by a status of 400 and more, by a test or script, or without any response. */
export type ErrorKind = (typeof ERROR_KINDS)[number];
/** The number of failures by kind. */
export type ErrorCounts = Readonly<Record<ErrorKind, number>>;

/** A request that has failed. */
export interface ErrorSample {
  /** Epoch milliseconds. */
  readonly time: number;
  readonly ms: number;
  /** 0 when there is no response. */
  readonly status: number;
  readonly kind: ErrorKind;
  readonly reason: string;
  /** Status line and headers as received; empty when they were not kept. */
  readonly head: string;
  /** The beginning of the body; null when it was not kept, or is binary. */
  readonly body: string | null;
}

const MAX_OF_REASON = 5;
const MAX_SAMPLES = 25;
const MAX_HEAD = 4096;
const MAX_BODY = 2048;

export class ErrorSamples {
  #samples: ErrorSample[] = [];

  get all(): readonly ErrorSample[] {
    return this.#samples;
  }

  hasRoom(reason: string): boolean {
    if (this.#samples.length >= MAX_SAMPLES) return false;
    return this.#samples.filter((each) => each.reason === reason).length < MAX_OF_REASON;
  }

  add(sample: ErrorSample): void {
    if (this.hasRoom(sample.reason)) this.#samples.push(sample);
  }

  merge(samples: readonly ErrorSample[]): void {
    for (const sample of samples) this.add(sample);
  }

  reset(): void {
    this.#samples = [];
  }
}

/** Returns the beginning of a response as it was received. */
export function excerptOf(head: string, body: Buffer | null): Pick<ErrorSample, 'head' | 'body'> {
  const isEncoded = /\r\n(?:content-encoding|transfer-encoding):(?! *(?:identity|chunked) *\r?$)/im.test(
    head,
  );
  return { head: head.slice(0, MAX_HEAD).trimEnd(), body: body === null || isEncoded ? null : textOf(body) };
}

/** Returns the beginning of a response whose body is decoded. */
export function decodedExcerpt({
  status,
  reason,
  httpVersion,
  headers,
  body,
}: Pick<ReceivedResponse, 'status' | 'reason' | 'httpVersion' | 'headers' | 'body'>): Pick<
  ErrorSample,
  'head' | 'body'
> {
  const lines = headers.map(({ name, value }) => `${name}: ${value}`);
  const head = [`${httpVersion} ${status} ${reason}`.trimEnd(), ...lines].join('\r\n');
  return { head: head.slice(0, MAX_HEAD), body: textOf(body) };
}

/** Returns null for a binary body. */
function textOf(body: Buffer): string | null {
  // The end may have cut a character.
  const text = body
    .subarray(0, MAX_BODY)
    .toString()
    .replace(/\ufffd$/, '');
  return text.includes('\ufffd') ? null : text;
}
