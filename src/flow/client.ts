// Who opened a TCP connection to the proxy: carried unchanged through CONNECT, SOCKS and TLS, so that
// what arrives through the proxy is judged by it.
import { addressText } from '../base/ip.ts';

export class Client {
  /** Remote address as the kernel names it, IPv4-mapped IPv6 written as IPv4. */
  readonly address: string;
  readonly port: number;
  /** Name of the program that opened the connection; null when unknown or not (yet) found. */
  app: string | null = null;
  /** Whether `app` is as good as it will get. */
  isIdentified = true;
  /** Settles when `isIdentified` is true; never rejects. */
  identified: Promise<void> = Promise.resolve();

  /** Whether this is the proxy itself, sending a captured request again: its flow is the answer, so it is always recorded. */
  readonly isReplay: boolean;

  constructor(address: string, port: number, isReplay = false) {
    this.address = addressText(address);
    this.port = port;
    this.isReplay = isReplay;
  }

  /** Names the app once `lookup` has found it. */
  identify(lookup: Promise<string | null>): void {
    this.isIdentified = false;
    this.identified = lookup.then((app) => {
      this.app = app;
      this.isIdentified = true;
    });
  }

  /** Whether the connection came from this machine's loopback interface. */
  get isLoopback(): boolean {
    return this.address === '::1' || this.address.startsWith('127.');
  }
}
