// Sends a request to the server: the body as it is received, or the one that a tool has set, at the pace that
// a tool sets.
import { fieldLines } from '../../codec/flat-fields.ts';
import type { FlowRecorder } from '../../flow/recorder.ts';
import type { UpstreamExchange } from '../../net/upstream-exchange.ts';
import type { Pace } from '../hooks.ts';
import type { ClientSide } from './client-side.ts';
import { PacedOutlet } from '../shared/paced.ts';
import type { EditableRequest } from './editable-request.ts';
import type { BufferableBody } from './bufferable-body.ts';

export interface RequestForwarderOptions {
  readonly upstream: UpstreamExchange;
  readonly request: EditableRequest;
  /** The body as received from the client. */
  readonly body: BufferableBody;
  readonly side: ClientSide;
  readonly recorder: FlowRecorder;
  /** Null: as fast as the server reads. */
  readonly pace: Pace | null;
}

export class RequestForwarder {
  readonly #options: RequestForwarderOptions;
  readonly #uplink: PacedOutlet | null;
  #bodySent = false;

  constructor(options: RequestForwarderOptions) {
    this.#options = options;
    this.#uplink = options.pace === null ? null : this.#linkAt(options.pace);
  }

  /** True when the server may have received a part of the body: the request must not be sent again. */
  get bodySent(): boolean {
    return this.#bodySent;
  }

  start(): void {
    const { request } = this.#options;
    if (request.replacement !== null) this.#sendReplacement(request.replacement);
    else if (request.hasBody) this.#sendBody();
    else this.#sent();
  }

  /** Called when the server takes more. */
  drained(): void {
    if (this.#uplink === null) this.#options.side.resume();
    else this.#uplink.release();
  }

  stop(): void {
    this.#uplink?.stop();
  }

  #sendReplacement(replacement: Buffer): void {
    const { upstream, body } = this.#options;
    body.discard();
    if (replacement.length > 0) this.#send(replacement);
    this.#whenOut(() => {
      this.#sent();
      if (replacement.length > 0) upstream.end([]);
    });
  }

  #sendBody(): void {
    const { upstream, body, side, recorder } = this.#options;
    const { flow } = recorder;
    body.passTo({
      data: (bytes) => {
        if (!this.#send(bytes)) side.pause();
      },
      end: (trailers) =>
        this.#whenOut(() => {
          this.#sent();
          if (flow.request !== null)
            Object.assign(flow.request, { complete: true, trailers: fieldLines(trailers) });
          upstream.end(trailers);
        }),
    });
  }

  /** Sends bytes; false when no more is taken for now. */
  #send(bytes: Buffer): boolean {
    this.#bodySent = true;
    return this.#uplink === null ? this.#options.upstream.write(bytes) : this.#uplink.push(bytes);
  }

  #whenOut(done: () => void): void {
    if (this.#uplink === null) done();
    else this.#uplink.end(done);
  }

  #sent(): void {
    this.#options.recorder.requestSent();
  }

  #linkAt(pace: Pace): PacedOutlet {
    const { upstream, side } = this.#options;
    const uplink: PacedOutlet = new PacedOutlet({
      pace,
      write: (bytes) => {
        if (!upstream.write(bytes)) uplink.hold();
      },
      drained: () => side.resume(),
    });
    return uplink;
  }
}
