// The client's side of SOCKS5 with username and password, and of SOCKS4 and 4a, for a proxy between us and an origin.
// That proxy resolves the names. Takes received bytes; returns bytes to send and the outcome.
import { ipBytes } from '../../base/ip.ts';
import { addressBytes, portBytes, readAddress, type HostPort } from './address.ts';

export interface SocksAccount {
  readonly username: string;
  readonly password: string;
}

export type ClientOutcome =
  | { readonly type: 'more' }
  /** The tunnel is open; `rest` followed the reply. */
  | { readonly type: 'open'; readonly rest: Buffer }
  | { readonly type: 'error'; readonly reason: string };

export interface ClientStep {
  /** Bytes to send now; may be empty. */
  readonly send: Buffer;
  readonly outcome: ClientOutcome;
}

const NOTHING = Buffer.alloc(0);
const MORE: ClientOutcome = { type: 'more' };
/** Maximum number of bytes that a proxy may send before the tunnel is open; the formats need far fewer. */
const MAX_BYTES = 1024;

/** Requests one tunnel from a proxy. Call `start` first, then `read` with all bytes that arrive. */
export class SocksClient {
  readonly #version: 4 | 5;
  readonly #destination: HostPort;
  readonly #account: SocksAccount | null;
  #input: Buffer = NOTHING;
  #state: () => ClientStep;

  constructor(version: 4 | 5, destination: HostPort, account: SocksAccount | null) {
    this.#version = version;
    this.#destination = destination;
    this.#account = account;
    this.#state = version === 5 ? () => this.#chosen() : () => this.#response4();
  }

  /** Returns the first bytes to send. Throws an Error for names and credentials that SOCKS cannot carry. */
  start(): Buffer {
    if (this.#version === 4) return request4(this.#destination, this.#account?.username ?? '');
    return Buffer.from(this.#account === null ? [5, 1, 0] : [5, 2, 0, 2]);
  }

  read(bytes: Buffer): ClientStep {
    this.#input = Buffer.concat([this.#input, bytes]);
    const state = this.#state;
    const step = state();
    if (step.outcome.type !== 'more') return step;
    // The proxy must wait for us after each of its messages, so two messages cannot arrive at once.
    if (this.#state !== state && this.#input.length > 0)
      return failure('it responded before the request was sent');
    return this.#input.length > MAX_BYTES ? failure('its response is too long') : step;
  }

  #chosen(): ClientStep {
    const [version, method] = this.#input;
    if (version !== undefined && version !== 5) return failure('it does not speak SOCKS5');
    if (method === undefined) return { send: NOTHING, outcome: MORE };
    this.#take(2);
    if (method === 0) return this.#ask();
    if (method === 2 && this.#account !== null) {
      this.#state = () => this.#judged();
      return { send: loginBytes(this.#account), outcome: MORE };
    }
    if (method === 2 || (method === 0xff && this.#account === null))
      return failure('it requires a username and password');
    return failure(
      method === 0xff ? 'it accepts none of the offered login methods' : `it requires login method ${method}`,
    );
  }

  #judged(): ClientStep {
    const [, status] = this.#input;
    if (status === undefined) return { send: NOTHING, outcome: MORE };
    this.#take(2);
    return status === 0 ? this.#ask() : failure('it refuses the username and password');
  }

  #ask(): ClientStep {
    this.#state = () => this.#response5();
    return { send: Buffer.concat([Buffer.from([5, 1, 0]), addressBytes(this.#destination)]), outcome: MORE };
  }

  #response5(): ClientStep {
    const input = this.#input;
    const [version, reply] = input;
    if (version !== undefined && version !== 5) return failure('its response is not SOCKS5');
    if (reply !== undefined && reply !== 0)
      return failure(REPLIES[reply] ?? `it responded with code ${reply}`);
    const address = readAddress(input, 3);
    if (address.type === 'error') return failure(`its response cannot be parsed: ${address.reason}`);
    if (address.type === 'incomplete') return { send: NOTHING, outcome: MORE };
    return { send: NOTHING, outcome: { type: 'open', rest: input.subarray(3 + address.length) } };
  }

  #response4(): ClientStep {
    const [version, reply] = this.#input;
    if (version !== undefined && version !== 0) return failure('its response is not SOCKS4');
    if (reply !== undefined && reply !== 0x5a) return failure(`it refuses the request (code ${reply})`);
    if (this.#input.length < 8) return { send: NOTHING, outcome: MORE };
    return { send: NOTHING, outcome: { type: 'open', rest: this.#input.subarray(8) } };
  }

  #take(length: number): void {
    this.#input = this.#input.subarray(length);
  }
}

/** Reply codes (RFC 1928 section 6). */
const REPLIES: Readonly<Record<number, string>> = {
  1: 'general failure',
  2: 'its rules do not allow this connection',
  3: 'network unreachable',
  4: 'host unreachable',
  5: 'connection refused',
  6: 'time to live expired',
  7: 'it does not support CONNECT',
  8: 'it does not support this type of address',
};

function loginBytes({ username, password }: SocksAccount): Buffer {
  const [name, secret] = [Buffer.from(username), Buffer.from(password)];
  if (name.length > 255 || secret.length > 255)
    throw new Error('username and password for SOCKS5 may have 255 bytes each');
  return Buffer.concat([Buffer.from([1, name.length]), name, Buffer.from([secret.length]), secret]);
}

/** Encodes a request. SOCKS4 carries IPv4 only; 4a puts a name after an address that cannot exist. */
function request4({ host, port }: HostPort, userId: string): Buffer {
  const ip = ipBytes(host);
  const isPlain = ip?.length === 4;
  if (host.includes('\0') || userId.includes('\0')) throw new Error('SOCKS4 has no room for NUL');
  const address = isPlain ? Buffer.from(ip) : Buffer.from([0, 0, 0, 1]);
  const name = isPlain ? NOTHING : Buffer.from(`${host}\0`, 'latin1');
  return Buffer.concat([Buffer.from([4, 1]), portBytes(port), address, Buffer.from(`${userId}\0`), name]);
}

function failure(reason: string): ClientStep {
  return { send: NOTHING, outcome: { type: 'error', reason } };
}
