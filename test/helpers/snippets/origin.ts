// An origin that records requests, parsed by the proxy's own codec.
import { createServer, type AddressInfo } from 'node:net';
import { bodyReader } from '../../../src/codec/http1/body.ts';
import { fieldList } from '../../../src/codec/http1/field-lines.ts';
import { headEnd } from '../../../src/codec/http1/head-end.ts';
import { readRequestHead, requestFraming } from '../../../src/codec/http1/request-head.ts';
import type { SnippetHeader } from '../../../src/snippets/contract.ts';

export interface Arrived {
  readonly method: string;
  /** One char per byte, as are the values of headers. */
  readonly target: string;
  readonly headers: readonly SnippetHeader[];
  readonly body: Buffer;
}

export class RecordingOrigin implements AsyncDisposable {
  readonly #server = createServer((socket) => {
    let input = Buffer.alloc(0);
    let wasAsked = false;
    socket.on('error', () => {});
    socket.on('data', (data: Buffer) => {
      input = Buffer.concat([input, data]);
      const end = headEnd(input, 0);
      if (end < 0) return;
      const head = readRequestHead(input.toString('latin1', 0, end));
      if (head.type === 'violation') {
        this.errors.push(head.reason);
        socket.destroy();
        return;
      }
      if (head.fields.expect !== null && !wasAsked) socket.write('HTTP/1.1 100 Continue\r\n\r\n');
      wasAsked = true;
      const pieces: Buffer[] = [];
      const reader = bodyReader(requestFraming(head));
      reader.read(input, end, (found, from, to) => pieces.push(found.subarray(from, to)));
      if (!reader.done) return;
      const { method, target } = head;
      this.arrived.push({ method, target, headers: fieldList(head.raw), body: Buffer.concat(pieces) });
      const body = method === 'HEAD' ? '' : 'ok';
      socket.end(
        `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\nConnection: close\r\n\r\n${body}`,
      );
    });
  });
  readonly arrived: Arrived[] = [];
  /** The reasons why requests could not be read. */
  readonly errors: string[] = [];

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
