// Joins the two sides of an upgraded connection, as in a tunnel; the messages of a WebSocket are recorded, or
// held where a tool intercepts them. However it ends, the exchange is complete: a `close` among its messages
// shows that it ended in order.
import type { Duplex } from 'node:stream';
import { closeSoon } from '../../base/streams.ts';
import { closePayload } from '../../codec/websocket/close.ts';
import { readExtensions, type Extensions } from '../../codec/websocket/extensions.ts';
import type { Sender } from '../../codec/websocket/frame.ts';
import type { Flow } from '../../flow/flow.ts';
import type { FlowRecorder } from '../../flow/recorder.ts';
import { WebSocketLog, type WebSocketDirection, type WebSocketSender } from '../../flow/web-socket-log.ts';
import type { UpgradedConnection } from '../../net/upstream-exchange.ts';
import type { ProxyContext, Stoppable } from '../shared/context.ts';
import type { ProxyHooks } from '../hooks.ts';
import { UpdateThrottle } from '../shared/update-throttle.ts';
import { relay, type Early } from '../shared/relay.ts';
import { OpaqueRelay } from './opaque-relay.ts';
import { InterceptingRelay } from './intercepting-relay.ts';
import { injected, messageFrame, type DirectionRelay, type Outlet } from './direction-relay.ts';
import { ObservingRelay } from './observing-relay.ts';
import { MessageRecorder, type MessageRecorderOptions } from './message-recorder.ts';

/**
 * Joins the two sides after a 101, which is the flow's response: as a WebSocket where it says so, else
 * unread.
 */
export function relayUpgraded(
  client: Duplex,
  upstream: UpgradedConnection,
  early: Early,
  recorder: FlowRecorder,
  context: ProxyContext,
): void {
  const protocol = recorder.flow.response?.header('upgrade')?.trim().toLowerCase();
  if (protocol === 'websocket') new WebSocketRelay(client, upstream, recorder, context).start(early);
  else relay(client, upstream, early, recorder, context, 'completed');
}

class WebSocketRelay implements Stoppable {
  readonly #client: Duplex;
  readonly #upstream: UpgradedConnection;
  readonly #recorder: FlowRecorder;
  readonly #context: ProxyContext;
  readonly #log: WebSocketLog;
  readonly #sent: DirectionRelay;
  readonly #received: DirectionRelay;
  #finished = false;

  constructor(client: Duplex, upstream: UpgradedConnection, recorder: FlowRecorder, context: ProxyContext) {
    const { flow } = recorder;
    this.#client = client;
    this.#upstream = upstream;
    this.#recorder = recorder;
    this.#context = context;
    this.#log = new WebSocketLog(context.captures.logs);
    // Nobody asks for the messages of a flow that is not recorded.
    if (context.flows.find(flow.id) === undefined) this.#log.release();
    flow.webSocket = this.#log;
    const terms: Terms = {
      extensions: agreedExtensions(flow),
      updates: new UpdateThrottle(flow, context),
      held: isWatched(flow, context.hooks),
    };
    const sent = new MessageRecorder(this.#recording('sent', terms));
    const received = new MessageRecorder(this.#recording('received', terms));
    this.#sent = this.#direction('sent', terms, sent);
    this.#received = this.#direction('received', terms, received);
    this.#log.open(this.#send, async () => {
      await Promise.all([sent.settled(), received.settled()]);
    });
  }

  start(early: Early): void {
    const client = this.#client;
    const upstream = this.#upstream;
    const sent = this.#sent;
    const received = this.#received;
    this.#context.connections.add(this);
    upstream.reader = {
      bytes: (bytes) => this.#toClient(Buffer.from(bytes)),
      ended: () => this.#serverEnded(),
      closed: () => received.whenDone(this.#finish),
      drained: () => sent.drained(),
    };
    client.on('data', this.#toUpstream);
    client.on('drain', () => received.drained());
    client.on('end', () => sent.ended());
    client.on('error', this.#finish);
    client.on('close', this.#finish);
    if (early.received.length > 0) this.#toClient(early.received);
    if (early.sent.length > 0) this.#toUpstream(early.sent);
    if (client.readableEnded) sent.ended();
    upstream.resume();
    client.resume();
    if (upstream.destroyed || client.destroyed) this.#finish();
  }

  stop(): void {
    this.#finish();
  }

  /**
   * The server has sent everything; bytes of the client are still passed on, unless both have closed:
   * browsers leave their side of an HTTP/2 stream open then.
   */
  #serverEnded(): void {
    this.#received.ended();
    if (this.#sent.closing && this.#received.closing) this.#sent.ended();
  }

  readonly #toUpstream = (bytes: Buffer): void => {
    this.#recorder.flow.tunnelSent += bytes.length;
    this.#sent.bytes(bytes);
  };

  #toClient(bytes: Buffer): void {
    this.#recorder.flow.tunnelReceived += bytes.length;
    this.#received.bytes(bytes);
  }

  #recording(direction: WebSocketDirection, { extensions, updates }: Terms): MessageRecorderOptions {
    const keep = this.#context.captures.maxBodyBytes;
    return {
      direction,
      log: this.#log,
      changed: updates.changed,
      keep,
      takeover: takesOver(direction, extensions),
    };
  }

  #direction(
    direction: WebSocketDirection,
    { extensions, updates, held }: Terms,
    recorder: MessageRecorder,
  ): DirectionRelay {
    const [inlet, outlet] =
      direction === 'sent' ? [this.#client, this.#toServer] : [this.#upstream, this.#fromServer];
    const onViolation = (reason: string): void => {
      this.#log.error ??= `${direction}: ${reason}`;
      updates.changed();
    };
    if (extensions.type === 'unreadable') {
      onViolation(extensions.reason);
      return new OpaqueRelay(inlet, outlet);
    }
    const { webSocketMessage } = this.#context.hooks;
    const common = {
      sender: senderOf(direction),
      compresses: extensions.type === 'deflate',
      inlet,
      outlet,
      recorder,
    };
    if (!held || webSocketMessage === undefined) return new ObservingRelay({ ...common, onViolation });
    return new InterceptingRelay({
      ...common,
      direction,
      onViolation,
      takeover: takesOver(direction, extensions),
      ask: (message) => webSocketMessage(this.#recorder.flow, message),
      onBroken: (reason) => this.#breakOff(direction, reason),
    });
  }

  readonly #toServer: Outlet = {
    write: (bytes) => this.#upstream.write(bytes),
    end: () => this.#upstream.end(),
    waiting: () => this.#upstream.waiting,
  };

  readonly #fromServer: Outlet = {
    write: (bytes) => this.#client.write(bytes),
    end: () => this.#client.end(),
    waiting: () => this.#client.writableLength,
  };

  readonly #send: WebSocketSender = (direction, kind, data) => {
    const message = injected(kind, data);
    return message !== null && (direction === 'sent' ? this.#sent : this.#received).inject(message);
  };

  /** Ends the connection when what follows could not be understood (RFC 6455 section 7.4.1, code 1011). */
  #breakOff(direction: WebSocketDirection, reason: string): void {
    this.#log.error ??= `${direction}: ${reason}`;
    const outlet = direction === 'sent' ? this.#toServer : this.#fromServer;
    outlet.write(messageFrame(senderOf(direction), 'close', closePayload(1011, 'the proxy cannot go on')));
    outlet.end();
    this.#finish();
  }

  readonly #finish = (): void => {
    if (this.#finished) return;
    this.#finished = true;
    this.#sent.stop();
    this.#received.stop();
    this.#log.closed();
    this.#context.connections.delete(this);
    closeSoon(this.#client);
    this.#upstream.destroy();
    this.#recorder.finish(null);
  };
}

/** The terms that both directions share. */
interface Terms {
  readonly extensions: Extensions;
  readonly updates: UpdateThrottle;
  /** True when a tool intercepts messages. */
  readonly held: boolean;
}

/** A tool that throws does not watch. */
function isWatched(flow: Flow, { watchesWebSocket }: ProxyHooks): boolean {
  try {
    return watchesWebSocket?.(flow) === true;
  } catch {
    return false;
  }
}

function agreedExtensions({ response }: Flow): Extensions {
  const fields =
    response?.headers.filter(({ name }) => name.toLowerCase() === 'sec-websocket-extensions') ?? [];
  return readExtensions(fields.map(({ value }) => value).join(', '));
}

function takesOver(direction: WebSocketDirection, extensions: Extensions): boolean {
  if (extensions.type !== 'deflate') return false;
  return direction === 'sent' ? extensions.clientTakeover : extensions.serverTakeover;
}

function senderOf(direction: WebSocketDirection): Sender {
  return direction === 'sent' ? 'client' : 'server';
}
