// The response of a proxy to CONNECT: a head that arrives in any number of pieces, and the reason when it
// refuses.
import type { ClientOutcome } from '../../codec/socks/client.ts';
import { receivedHead } from '../../codec/http1/received-head.ts';
import type { ResponseHead } from '../../codec/http1/response-head.ts';

const MORE: ClientOutcome = { type: 'more' };

export class ConnectResponse {
  #input: Buffer = Buffer.alloc(0);

  /** Reads bytes of the proxy; interim responses are skipped. */
  read(bytes: Buffer): ClientOutcome {
    this.#input = this.#input.length === 0 ? bytes : Buffer.concat([this.#input, bytes]);
    for (;;) {
      const read = receivedHead(this.#input, 0, 'CONNECT');
      if (read === null) return MORE;
      if (read.type === 'violation')
        return { type: 'error', reason: `its response is not valid HTTP: ${read.reason}` };
      const { head, end } = read;
      this.#input = this.#input.subarray(end);
      // RFC 9110 section 9.3.6: Content-Length and Transfer-Encoding of a successful response are ignored.
      if (head.status >= 200 && head.status < 300) return { type: 'open', rest: this.#input };
      if (head.status >= 200 || head.status === 101) return { type: 'error', reason: refusalReason(head) };
    }
  }
}

/** Describes a refusal: the status and reason phrase, and what may help. */
export function refusalReason(head: ResponseHead): string {
  const line =
    /^HTTP\/1\.[01] (\d{3} ?[\x20-\x7e]{0,100})/.exec(head.raw)?.[1]?.trim() ?? String(head.status);
  if (head.status !== 407) return `it responded with ${line}`;
  return `it responded with ${line}: set username and password of externalProxy to what it asks for`;
}
