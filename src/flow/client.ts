// The client that opened a TCP connection to the proxy. It is carried unchanged through CONNECT, SOCKS and TLS, so that
// its permissions apply to everything inside.
import { addressText } from '../base/ip.ts';

const NONE: readonly string[] = [];

/** A program as the look-up of the operating system finds it. */
interface FoundProgram {
  readonly name: string;
  readonly process: string;
  readonly parents?: readonly string[];
}

export class Client {
  /** Remote address as the kernel names it; IPv4-mapped IPv6 is written as IPv4. */
  readonly address: string;
  readonly port: number;
  /** Name of the program that opened the connection; null when it is unknown. */
  app: string | null = null;
  /** Identifies that program's process; null when it is unknown, and for other devices. */
  process: string | null = null;
  /** The processes that it descends from, the nearest first, as far as they are known. */
  parents: readonly string[] = NONE;
  /** True when `app` will not change any more. */
  isIdentified = true;
  /** Settles when `isIdentified` is true; never rejects. */
  identified: Promise<void> = Promise.resolve();

  /**
   * True for the proxy itself, sending a captured request again: its flow is the result, so it is always
   * recorded.
   */
  readonly isReplay: boolean;

  constructor(address: string, port: number, isReplay = false) {
    this.address = addressText(address);
    this.port = port;
    this.isReplay = isReplay;
  }

  /** Sets the app when `lookup` resolves. */
  identify(lookup: Promise<FoundProgram | null>): void {
    this.isIdentified = false;
    this.identified = lookup.then((found) => {
      this.app = found?.name ?? null;
      this.process = found?.process ?? null;
      this.parents = found?.parents ?? NONE;
      this.isIdentified = true;
    });
  }

  /**
   * Returns a key for knowledge about this client and `host`. The client is the process, or the device when it is
   * another one. Null for an unidentified process of this machine, which cannot be distinguished from others.
   */
  keyWith(host: string): string | null {
    if (this.process === null && this.isLoopback) return null;
    return `${this.address} ${this.process ?? ''} ${host.toLowerCase()}`;
  }

  /** True when the connection came from this machine's loopback interface. */
  get isLoopback(): boolean {
    return this.address === '::1' || this.address.startsWith('127.');
  }
}
