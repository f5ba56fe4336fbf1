// The response of a proxy to CONNECT: a head that arrives in any number of pieces, and the reason when it refuses.
// Nothing here is repaired, because the tunnel begins behind the head and its end has to be certain.
import type { ClientOutcome } from '../../codec/socks/client.ts';
import { headEnd, MAX_HEAD_BYTES, partialHeadViolation } from '../../codec/http1/head-end.ts';
import { readResponseHead, type ResponseHead } from '../../codec/http1/response-head.ts';

const MORE: ClientOutcome = { type: 'more' };

export class ConnectResponse {
  #input: Buffer = Buffer.alloc(0);

  /** Reads bytes of the proxy; interim responses are skipped. */
  read(bytes: Buffer): ClientOutcome {
    this.#input = this.#input.length === 0 ? bytes : Buffer.concat([this.#input, bytes]);
    for (;;) {
      const end = headEnd(this.#input, 0);
      if (end < 0) return this.#partial();
      if (end > MAX_HEAD_BYTES) return tooLong();
      const head = readResponseHead(this.#input.toString('latin1', 0, end), 'CONNECT');
      if (head.type === 'violation')
        return { type: 'error', reason: `its response is not valid HTTP: ${head.reason}` };
      this.#input = this.#input.subarray(end);
      // RFC 9110 section 9.3.6: Content-Length and Transfer-Encoding of a successful response are ignored.
      if (head.status >= 200 && head.status < 300) return { type: 'open', rest: this.#input };
      if (head.status >= 200 || head.status === 101) return { type: 'error', reason: refusalReason(head) };
    }
  }

  #partial(): ClientOutcome {
    const input = this.#input;
    if (input.length > MAX_HEAD_BYTES) return tooLong();
    const begins = 'HTTP/'.startsWith(input.toString('latin1', 0, 5));
    const violation = begins ? partialHeadViolation(input) : null;
    if (!begins) return { type: 'error', reason: 'it does not respond in HTTP' };
    return violation === null
      ? MORE
      : { type: 'error', reason: `its response is not valid HTTP: ${violation.reason}` };
  }
}

/** Describes a refusal: the status and reason phrase, and what may help. */
export function refusalReason(head: ResponseHead): string {
  const line =
    /^HTTP\/1\.[01] (\d{3} ?[\x20-\x7e]{0,100})/.exec(head.raw)?.[1]?.trim() ?? String(head.status);
  if (head.status !== 407) return `it responded with ${line}`;
  return `it responded with ${line}: set username and password of externalProxy to what it asks for`;
}

function tooLong(): ClientOutcome {
  return { type: 'error', reason: `the head of its response is longer than ${MAX_HEAD_BYTES} bytes` };
}
