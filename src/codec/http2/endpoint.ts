// One side of an HTTP/2 connection (RFC 9113), without I/O: bytes in, events of streams out, frames to an outlet.
import { ERROR_CODE, errorName } from './error-codes.ts';
import { endpointPreface, extendedConnectFrame, type EndpointOptions } from './endpoint-options.ts';
import { NO_FIELDS, type FlatFields } from '../flat-fields.ts';
import { DEFAULT_WINDOW, MAX_WINDOW } from './frame.ts';
import { FrameWriter, type Outlet } from './frame-writer.ts';
import { GlitchBudget } from './glitches.ts';
import { IncomingFrames } from './incoming.ts';
import type { IncomingTarget } from './incoming-target.ts';
import { ReceiveCredit } from './receive-credit.ts';
import { defaultSettings, readSettings } from './settings.ts';
import { Http2Stream, type StreamEnd, type StreamOwner } from './stream.ts';
import { StreamTable } from './stream-table.ts';

/** Control frames that may wait for a peer that does not read. */
const MAX_WAITING_BYTES = 1024 * 1024;

const REFUSED = 'it went away before it took the request';

export class Http2Endpoint implements StreamOwner, IncomingTarget {
  /** Limits that the peer sets. */
  readonly peer = defaultSettings();
  readonly options: EndpointOptions;
  readonly streams: StreamTable;
  readonly glitches = new GlitchBudget();
  readonly #pings = GlitchBudget.forPings();
  /** True when the connection is of no more use. */
  isOver = false;
  readonly #writer: FrameWriter;
  readonly #outlet: Outlet;
  readonly #incoming: IncomingFrames;
  readonly #credit: ReceiveCredit;
  /** Streams with something to send that waits for a window. */
  readonly #waiting = new Set<Http2Stream>();
  #sendWindow = DEFAULT_WINDOW;
  /** True when no more streams are taken or opened. */
  #isClosing = false;
  /** True when the connection ends after its last stream. */
  #endsWhenIdle = false;

  constructor(outlet: Outlet, options: EndpointOptions) {
    this.#outlet = outlet;
    this.options = options;
    this.streams = new StreamTable(options.isServer);
    this.#writer = new FrameWriter(outlet);
    this.#incoming = new IncomingFrames(this);
    this.#credit = new ReceiveCredit(options.connectionWindow, options.ceiling, this.#writer);
    this.#writer.raw(endpointPreface(options));
  }

  /** True while streams may be opened. */
  get isOpen(): boolean {
    return !this.#isClosing && !this.isOver;
  }

  get keepsMessages(): boolean {
    return !this.options.isServer;
  }

  get blocked(): boolean {
    return this.#writer.blocked;
  }

  /** Takes received bytes, which are valid during the call. */
  receive(bytes: Buffer): void {
    this.#incoming.receive(bytes);
  }

  /** Sends what waits. */
  flush(): void {
    this.#writer.flush();
    if (this.isOver || this.#outlet.waiting <= MAX_WAITING_BYTES) return;
    this.fail(ERROR_CODE.ENHANCE_YOUR_CALM, 'it does not read what it asks for');
  }

  /** The outlet takes more. */
  drained(): void {
    this.#writer.blocked = false;
    this.#pump();
  }

  /** The peer has ended its side, or the connection has broken. `reason` is said of the streams that it cut. */
  ended(reason: string | null): void {
    this.#stop({ code: ERROR_CODE.CANCEL, by: 'connection', reason }, reason);
  }

  /** Announces extended CONNECT (RFC 8441), as a server. */
  announceExtendedConnect(): void {
    if (!this.isOver) this.#writer.raw(extendedConnectFrame());
  }

  /** Opens a stream, as a client. */
  open(): Http2Stream {
    const id = this.streams.next();
    if (id >= MAX_WINDOW - 2) this.close();
    return this.#create(id);
  }

  /** Takes no more streams, and ends when those that are open have ended. */
  close(): void {
    if (this.isOver || this.#endsWhenIdle) return;
    this.#endsWhenIdle = true;
    this.#leave();
    this.#writer.goaway(this.streams.lastRemote, ERROR_CODE.NO_ERROR, '');
    if (this.streams.size === 0) this.#end();
  }

  // Called by streams.

  sendHead({ id }: Http2Stream, control: FlatFields, fields: FlatFields, ended: boolean): void {
    this.#writer.headers(id, control, fields, ended);
  }

  sendData(stream: Http2Stream, bytes: Buffer, start: number): number {
    if (this.#writer.blocked) return start;
    const allowed = Math.min(bytes.length - start, stream.sendWindow, this.#sendWindow);
    if (allowed <= 0) return start;
    stream.sendWindow -= allowed;
    this.#sendWindow -= allowed;
    this.#writer.data(stream.id, bytes, start, start + allowed);
    return start + allowed;
  }

  sendEnd({ id }: Http2Stream, trailers: FlatFields): void {
    if (trailers.length > 0) this.#writer.headers(id, NO_FIELDS, trailers, true);
    else this.#writer.endStream(id);
  }

  sendReset({ id }: Http2Stream, code: number): void {
    if (!this.isOver) this.refuse(id, code);
  }

  waits(stream: Http2Stream): void {
    this.#waiting.add(stream);
  }

  credit(stream: Http2Stream, bytes: number): void {
    stream.credit += bytes;
    if (stream.credit * 2 < this.options.streamWindow || stream.remoteEnded || stream.closed) return;
    this.#writer.windowUpdate(stream.id, stream.credit);
    stream.receiveWindow += stream.credit;
    stream.credit = 0;
  }

  held(bytes: number): void {
    this.#credit.held(bytes);
  }

  remove(stream: Http2Stream, end: StreamEnd): void {
    this.streams.delete(stream.id, end.by === 'both');
    if (this.#waiting.size > 0) this.#waiting.delete(stream);
    this.options.handler.removed();
    if (this.#endsWhenIdle && this.streams.size === 0) this.#end();
  }

  // Called for incoming frames.

  fail(code: number, reason: string): void {
    if (this.isOver) return;
    this.#writer.goaway(this.streams.lastRemote, code, reason);
    this.#stop({ code, by: 'connection', reason }, reason);
  }

  streamError(stream: Http2Stream, code: number, reason: string): void {
    stream.reset(code, reason);
    this.glitch();
  }

  refuse(id: number, code: number): void {
    this.#writer.rstStream(id, code);
    this.streams.remember(id);
  }

  glitch(): void {
    this.#count(this.glitches);
  }

  #count(budget: GlitchBudget): void {
    if (budget.take()) return;
    this.fail(ERROR_CODE.ENHANCE_YOUR_CALM, 'it sends too much that means nothing');
  }

  accept(id: number): Http2Stream | null {
    this.streams.lastRemote = id;
    if (this.isOpen && this.streams.size < this.options.maxStreams) return this.#create(id);
    this.refuse(id, ERROR_CODE.REFUSED_STREAM);
    this.glitch();
    return null;
  }

  settings(bytes: Buffer, start: number, end: number): void {
    const before = this.peer.initialWindow;
    const error = readSettings(this.peer, bytes, start, end, !this.options.isServer);
    if (error !== null) {
      this.fail(error, 'its settings are not valid');
      return;
    }
    this.#writer.settingsAck();
    this.#writer.encoder.resize(this.peer.headerTableBytes);
    this.#writer.maxFrameBytes = this.peer.maxFrameBytes;
    const change = this.peer.initialWindow - before;
    if (change !== 0 && !this.#shiftAll(change)) return;
    this.glitch();
    this.options.handler.settled?.();
    this.#pump();
  }

  ping(bytes: Buffer, start: number): void {
    this.#writer.pingAck(bytes, start);
    this.#count(this.#pings);
  }

  goaway(lastStream: number, code: number): void {
    this.#leave();
    this.glitch();
    if (this.options.isServer) return;
    // Section 6.8: the server did not process the streams above this id.
    for (const stream of this.streams.all())
      if (stream.id > lastStream)
        stream.close({ code: ERROR_CODE.REFUSED_STREAM, by: 'connection', reason: REFUSED });
    if (code === ERROR_CODE.NO_ERROR) this.close();
    else this.ended(`it ended the connection with ${errorName(code)}`);
  }

  opened(stream: Http2Stream | null, increment: number): void {
    if (stream !== null) this.#shift(stream, increment);
    else if (this.#sendWindow + increment > MAX_WINDOW) {
      this.fail(ERROR_CODE.FLOW_CONTROL_ERROR, 'it opens its window too far');
      return;
    } else this.#sendWindow += increment;
    if (this.#waiting.size > 0) this.#pump();
  }

  received(bytes: number): boolean {
    return this.#credit.received(bytes);
  }

  /** Changes all windows as SETTINGS_INITIAL_WINDOW_SIZE does; false when one becomes too large (section 6.9.2). */
  #shiftAll(change: number): boolean {
    for (const stream of this.streams.all()) {
      stream.sendWindow += change;
      if (stream.sendWindow <= MAX_WINDOW) continue;
      this.fail(ERROR_CODE.FLOW_CONTROL_ERROR, 'its settings open the window of a stream too far');
      return false;
    }
    return true;
  }

  /** Opens the window of a stream; it may become negative (section 6.9.2). */
  #shift(stream: Http2Stream, change: number): void {
    stream.sendWindow += change;
    if (stream.sendWindow <= MAX_WINDOW) return;
    this.streamError(stream, ERROR_CODE.FLOW_CONTROL_ERROR, 'it opens the window of its stream too far');
  }

  #create(id: number): Http2Stream {
    const stream = new Http2Stream(id, this, this.peer.initialWindow, this.options.streamWindow);
    this.streams.add(stream);
    return stream;
  }

  /** Lets every stream that waits send, in turns, until the windows or the outlet are full. */
  #pump(): void {
    for (const stream of [...this.#waiting]) {
      if (this.#writer.blocked) return;
      this.#waiting.delete(stream);
      if (!stream.pump() && !stream.closed) this.#waiting.add(stream);
    }
  }

  #leave(): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.options.handler.leaving?.();
  }

  #end(): void {
    this.#stop({ code: ERROR_CODE.NO_ERROR, by: 'connection', reason: null }, null);
  }

  #stop(end: StreamEnd, reason: string | null): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#leave();
    for (const stream of this.streams.all()) stream.close(end);
    this.#writer.flush();
    this.#outlet.end();
    this.options.handler.over(reason);
  }
}
