// Connects the socket of an upstream connection within its time, and measures how long that takes.
import type net from 'node:net';
import { ProxyError } from '../base/errors.ts';
import { patientTimeout } from '../base/runtime/patient-timeout.ts';
import { formatAuthority } from '../codec/http1/target.ts';
import { connectError, explained, timedOut } from './connect-error.ts';
import { dial, refusedBy } from './dial.ts';
import { readBeforeDestroy } from './read-before-destroy.ts';
import { refusal, type ConnectionOptions, type ConnectionTarget, type Link } from './open.ts';

/** Durations of opening a connection, in ms. */
export interface ConnectionTiming {
  dns: number;
  connect: number;
  tls: number;
}

/** A tunnel through a proxy, to run TLS over. */
interface Carrier {
  readonly socket: net.Socket;
  readonly timing: ConnectionTiming;
}

export interface SocketEvents {
  /** Called with each chunk received, which is valid during the call only. */
  bytes(bytes: Buffer): void;
  /** Called with each error of the socket. */
  error(error: Error): void;
  /** Called once: when the socket is connected, and TLS is verified where it is spoken; or with the reason why not. */
  opened(error: ProxyError | null): void;
}

export interface SocketToConnect {
  readonly target: ConnectionTarget;
  readonly link: Link<Carrier>;
  readonly options: ConnectionOptions;
  /** Receives the durations. */
  readonly timing: ConnectionTiming;
  readonly events: SocketEvents;
}

/** Returns a socket that is still connecting. */
export function connectingSocket(how: SocketToConnect): net.Socket {
  return new Connecting(how).socket;
}

class Connecting {
  readonly socket: net.Socket;
  readonly #how: SocketToConnect;
  /** The server, for messages. */
  readonly #name: string;
  readonly #begun = performance.now();
  /** `performance.now()` when TCP was connected; 0 before. */
  #connectedAt = 0;
  #isSettled = false;
  #cancelTimeout: () => void;

  constructor(how: SocketToConnect) {
    const { target, link, options, timing, events } = how;
    this.#how = how;
    this.#name = formatAuthority(link.host, link.port);
    this.socket = dial(
      {
        ...link,
        carrier: link.carrier?.socket ?? null,
        refuse: (address) => refusal(target, address, link.port, options),
        resolved: () => (timing.dns = performance.now() - this.#begun),
        read: (bytes) => events.bytes(bytes),
      },
      options,
    );
    readBeforeDestroy(this.socket);
    this.#cancelTimeout = patientTimeout(this.#late, link.timeoutMs);
    this.#listen();
  }

  #listen(): void {
    const { link, timing } = this.#how;
    if (link.carrier === null) this.socket.once('connect', this.#connected);
    else {
      Object.assign(timing, link.carrier.timing);
      this.#connectedAt = this.#begun;
      this.#securing();
    }
    this.socket.once('secureConnect', this.#secured);
    this.socket.on('error', this.#failed);
    this.socket.once('close', this.#closed);
  }

  readonly #connected = (): void => {
    const { link, timing } = this.#how;
    this.#connectedAt = performance.now();
    timing.connect = this.#connectedAt - this.#begun - timing.dns;
    if (link.servername === null) this.#settle(null);
    if (this.#isSettled) return;
    this.#securing();
    // The TLS handshake gets the same time again.
    this.#cancelTimeout();
    this.#cancelTimeout = patientTimeout(this.#late, link.timeoutMs);
  };

  #securing(): void {
    const { link, options } = this.#how;
    if (link.servername !== null) options.securing?.(link.servername);
  }

  readonly #secured = (): void => {
    this.#how.timing.tls = performance.now() - this.#connectedAt;
    this.#settle(refusedBy(this.socket));
  };

  readonly #late = (): void => {
    this.#settle(timedOut(this.#name, this.#connectedAt !== 0, this.#how.options.timeoutMs));
  };

  readonly #failed = (error: Error): void => {
    this.#how.events.error(explained(error));
    this.#settle(connectError(error, this.#name, this.#connectedAt !== 0, this.#how.options.trustAdvice));
    this.socket.destroy();
  };

  readonly #closed = (): void => {
    this.#settle(new ProxyError('TLS_FAILED', `${this.#name} closed the connection during the handshake`));
  };

  #settle(error: ProxyError | null): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#cancelTimeout();
    if (error !== null) this.socket.destroy();
    this.#how.events.opened(error);
  }
}
