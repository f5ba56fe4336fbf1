// Passes queries on to other name servers: over UDP from ports that cannot be guessed, over TCP where the client uses it.
import { randomInt } from 'node:crypto';
import dgram from 'node:dgram';
import net from 'node:net';
import { isResponseTo, withId, type Query } from '../../codec/dns/message.ts';
import { framed, onMessages } from './tcp.ts';

export interface NameServerAddress {
  /** IP address. */
  readonly address: string;
  readonly port: number;
}

/** Returns name servers, best first. */
export type NameServers = () => readonly NameServerAddress[];

/** The source of answers that a name server does not have itself. */
export interface Upstream {
  /** Passes on a query, given as it came and as it was read. Resolves with null without a response. Never rejects. */
  ask(message: Buffer, query: Query, transport: 'udp' | 'tcp'): Promise<Buffer | null>;
  /** Cancels the queries in progress. */
  close(): void;
}

const MAX_SERVERS = 4;
const TIMEOUT_MS = 1500;
const ROUNDS = 2;
/** Queries that may be under way. */
const MAX_PENDING = 4096;

export class Forwarder implements Upstream {
  readonly #servers: NameServers;
  readonly #open = new Set<() => void>();
  #isClosed = false;

  constructor(servers: NameServers) {
    this.#servers = servers;
  }

  /** Resolves with the response as the server sent it, under the id of the query; null when none responds. Never rejects. */
  async ask(message: Buffer, query: Query, transport: 'udp' | 'tcp'): Promise<Buffer | null> {
    if (this.#open.size >= MAX_PENDING) return null;
    const servers = this.#servers().slice(0, MAX_SERVERS);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const server of servers) {
        if (this.#isClosed) return null;
        const id = randomInt(65_536);
        const asked = withId(message, id);
        const isResponse = (response: Buffer): boolean => isResponseTo(response, query, id);
        const response = await (transport === 'udp'
          ? this.#askUdp(asked, server, isResponse)
          : this.#askTcp(asked, server, isResponse));
        if (response !== null) return withId(response, query.id);
      }
    }
    return null;
  }

  close(): void {
    this.#isClosed = true;
    for (const giveUp of this.#open) giveUp();
  }

  #askUdp(
    message: Buffer,
    { address, port }: NameServerAddress,
    isResponse: (message: Buffer) => boolean,
  ): Promise<Buffer | null> {
    return this.#settled((settle) => {
      const socket = dgram.createSocket(net.isIPv6(address) ? 'udp6' : 'udp4');
      socket.on('error', () => settle(null));
      socket.on('message', (bytes) => {
        if (isResponse(bytes)) settle(bytes);
      });
      // A connected socket accepts messages from this server only.
      let isOpen = true;
      socket.connect(port, address, () => {
        if (isOpen) socket.send(message);
      });
      return () => {
        isOpen = false;
        socket.close();
      };
    });
  }

  #askTcp(
    message: Buffer,
    { address, port }: NameServerAddress,
    isResponse: (message: Buffer) => boolean,
  ): Promise<Buffer | null> {
    return this.#settled((settle) => {
      const socket = net.connect({ host: address, port, noDelay: true }, () => socket.write(framed(message)));
      socket.on('error', () => settle(null));
      socket.on('close', () => settle(null));
      onMessages(socket, (bytes) => {
        if (isResponse(bytes)) settle(bytes);
      });
      return () => socket.destroy();
    });
  }

  /**
   * Resolves with the result of `begin`, or with null after the time limit. `begin` returns a function that cancels the
   * attempt.
   */
  #settled(begin: (settle: (response: Buffer | null) => void) => () => void): Promise<Buffer | null> {
    return new Promise((resolve) => {
      let isSettled = false;
      const settle = (response: Buffer | null): void => {
        if (isSettled) return;
        isSettled = true;
        clearTimeout(timer);
        this.#open.delete(giveUp);
        end();
        resolve(response);
      };
      const giveUp = (): void => settle(null);
      const timer = setTimeout(giveUp, TIMEOUT_MS);
      this.#open.add(giveUp);
      const end = begin(settle);
    });
  }
}
