// The common parts of requests: method, host, app, status and the like, kept once for all requests that share them. A
// million requests have some hundred, each with the number of its requests, so that none of this is ever counted again.
import type { FlowSummary } from '../../../src/session/methods/ui-types.ts';

/** The fields of a row of its own, which its number columns and its text have. */
type OwnField = 'id' | 'url' | 'startedAt' | 'durationMs' | 'requestSize' | 'responseSize';

/** Bytes of a tunnel are there only beside those of bodies, for which the row has the number. */
type CommonFields = Omit<FlowSummary, OwnField>;

/** The optional numbers of a row, as bits. */
export const HAS = { duration: 1, requestSize: 2, sentBytes: 4, responseSize: 8, receivedBytes: 16 } as const;

export interface CommonPart {
  readonly fields: CommonFields;
  /** Scheme, host and port of the URL. */
  readonly origin: string;
  /** The numbers that its rows have, as bits. */
  readonly has: number;
  /** The number of its rows. */
  rows: number;
  /** The bytes of all their responses. */
  bytes: number;
}

/** The part of a summary that is no other's. */
export interface OwnPart {
  readonly id: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** The URL after the origin. */
  readonly path: string;
  /** Milliseconds; 0 where its common part has none, like the sizes. */
  readonly duration: number;
  readonly sent: number;
  readonly received: number;
}

interface Parts {
  readonly own: OwnPart;
  readonly common: Pick<CommonPart, 'fields' | 'origin' | 'has'>;
}

/** Divides a summary. */
export function partsOf(summary: FlowSummary): Parts {
  const { id, url, startedAt, durationMs, requestSize, sentBytes, responseSize, receivedBytes, ...rest } =
    summary;
  const slash = url.indexOf('/', url.indexOf('://') + 3);
  const end = slash < 0 ? url.length : slash;
  const has =
    (durationMs === undefined ? 0 : HAS.duration) |
    (requestSize === undefined ? 0 : HAS.requestSize) |
    (requestSize !== undefined || sentBytes === undefined ? 0 : HAS.sentBytes) |
    (responseSize === undefined ? 0 : HAS.responseSize) |
    (responseSize !== undefined || receivedBytes === undefined ? 0 : HAS.receivedBytes);
  const own = {
    id,
    startedAt: Date.parse(startedAt),
    path: url.slice(end),
    duration: durationMs ?? 0,
    sent: requestSize ?? sentBytes ?? 0,
    received: responseSize ?? receivedBytes ?? 0,
  };
  const fields = {
    ...rest,
    ...(sentBytes !== undefined && (has & HAS.sentBytes) === 0 && { sentBytes }),
    ...(receivedBytes !== undefined && (has & HAS.receivedBytes) === 0 && { receivedBytes }),
  };
  return { own, common: { fields, origin: url.slice(0, end), has } };
}

/** The common parts of the rows of a table, by numbers. */
export class CommonParts {
  readonly #numbers = new Map<string, number>();
  readonly #commonParts: (CommonPart & { readonly key: string })[] = [];
  readonly #free: number[] = [];

  at(number: number): CommonPart {
    return this.#commonParts[number]!;
  }

  /** Counts a row of `received` bytes, and returns the number of its common part. */
  enter({ fields, origin, has }: Parts['common'], received: number): number {
    const key = `${has} ${origin} ${JSON.stringify(fields)}`;
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#free.pop() ?? this.#commonParts.length;
      this.#commonParts[number] = { fields, origin, has, rows: 0, bytes: 0, key };
      this.#numbers.set(key, number);
    }
    const common = this.#commonParts[number]!;
    common.rows += 1;
    common.bytes += received;
    return number;
  }

  /** Counts a row no longer. */
  leave(number: number, received: number): void {
    const common = this.#commonParts[number]!;
    common.rows -= 1;
    common.bytes -= received;
    if (common.rows > 0) return;
    this.#numbers.delete(common.key);
    this.#free.push(number);
  }

  clear(): void {
    this.#numbers.clear();
    this.#commonParts.length = 0;
    this.#free.length = 0;
  }

  /** Yields those that have rows. */
  *[Symbol.iterator](): Generator<CommonPart, void, undefined> {
    for (const common of this.#commonParts) if (common.rows > 0) yield common;
  }
}
