// The failed requests of a run, each with its reason. A team reads this section first.
import { STATUS_CODES } from '../../../base/status-codes.ts';
import type { Flow } from '../../../flow/flow.ts';
import type { Message } from '../../../flow/message.ts';
import { Redactor } from '../../../secrets/redaction/redactor.ts';
import { isError, pathEndpointOf } from '../flow-facts.ts';
import { shownUrl } from '../shown-url.ts';

export interface FailedRequest {
  readonly id: number;
  readonly method: string;
  /** With secrets redacted, as all texts here. */
  readonly url: string;
  readonly endpoint: string;
  /** 0 without a response. */
  readonly status: number;
  /** The error, or the status and what the response says. */
  readonly reason: string;
  /** ISO 8601. */
  readonly at: string;
  /** Null where the request did not end. */
  readonly durationMs: number | null;
}

/** Failures that are listed. */
export const MAX_FAILURES = 1000;
/** Bytes of a response in which its message is looked for. */
const MAX_BYTES = 2000;
const MAX_REASON = 200;
/** Requests that are named where many failed alike. */
const MAX_IDS = 3;

export class FailureCollector {
  count = 0;
  readonly #failures: FailedRequest[] = [];

  add(flow: Flow): void {
    if (!isError(flow)) return;
    this.count += 1;
    if (this.#failures.length >= MAX_FAILURES) return;
    const { id, method, status, startedAt } = flow;
    this.#failures.push({
      id,
      method,
      status,
      reason: reasonOf(flow),
      url: shownUrl(flow.url),
      endpoint: shownUrl(pathEndpointOf(flow)),
      at: new Date(startedAt).toISOString(),
      durationMs: flow.durationMs === undefined ? null : Math.round(flow.durationMs),
    });
  }

  result(limit: number): readonly FailedRequest[] {
    return this.#failures.slice(0, limit);
  }
}

export interface FailedAlike {
  /** Such as `#8, #58, #108 and 97 more`. */
  readonly ids: string;
  /** Method and URL of a single request, the endpoint of several. */
  readonly url: string;
  readonly first: FailedRequest;
}

/** Joins requests to one endpoint that failed for the same reason: what a server says a hundred times is read once. */
export function failedAlike(failures: readonly FailedRequest[]): readonly FailedAlike[] {
  const alike = Map.groupBy(failures, ({ endpoint, reason }) => `${endpoint} ${reason}`);
  return [...alike.values()].map((own) => {
    const first = own[0]!;
    const ids = own.slice(0, MAX_IDS).map(({ id }) => `#${id}`);
    const more = own.length > MAX_IDS ? ` and ${own.length - MAX_IDS} more` : '';
    return {
      ids: ids.join(', ') + more,
      url: own.length === 1 ? `${first.method} ${first.url}` : first.endpoint,
      first,
    };
  });
}

function reasonOf({ error, status, response }: Flow): string {
  const text =
    error ??
    [`${status} ${STATUS_CODES[status] ?? ''}`.trim(), messageIn(response)].filter(Boolean).join(': ');
  return new Redactor().text(text).slice(0, MAX_REASON);
}

/** Returns the message of an error in JSON or plain text; empty where there is none to show. */
function messageIn(response: Message | null): string {
  if (response === null || response.body.inMemory === 0 || response.header('content-encoding') !== undefined)
    return '';
  const type = response.header('content-type') ?? '';
  const text = Buffer.concat(response.body.memoryChunks().slice(0, 2)).toString('utf8', 0, MAX_BYTES);
  if (/\bjson\b/i.test(type))
    return (
      /"(?:message|detail|error_description|error|title|reason)"\s*:\s*"((?:[^"\\]|\\.){1,200})"/.exec(
        text,
      )?.[1] ?? ''
    );
  return /^text\/plain/i.test(type) ? (text.split(/[\r\n]/, 1)[0] ?? '').slice(0, MAX_REASON) : '';
}
