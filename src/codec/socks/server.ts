// The server's side of SOCKS4, 4a and 5 (RFC 1928, RFC 1929) up to the client's request. Takes received bytes;
// returns bytes to send and the request. The formats themselves limit the size of a client's messages.
import { GENERAL_FAILURE, hostOf, readAddress, type HostPort } from './address.ts';

/** Returns true when this username and password, given as bytes, may use this proxy. */
export type Login = (username: Buffer, password: Buffer) => boolean;

export type SocksOutcome =
  | { readonly type: 'more' }
  /** The client requests a connection; `rest` followed the request. The reply to it is `socksReply`. */
  | {
      readonly type: 'connect';
      readonly version: 4 | 5;
      readonly destination: HostPort;
      readonly rest: Buffer;
    }
  /** The connection must be closed after `reply`. */
  | { readonly type: 'refused'; readonly reason: string };

export interface SocksStep {
  /** Bytes to send now; may be empty. */
  readonly reply: Buffer;
  readonly outcome: SocksOutcome;
}

/** The result of a requested connection. */
export type SocksResult = 'open' | 'failed' | 'not-allowed' | 'unreachable' | 'refused' | 'timed-out';

const NO_LOGIN = 0;
const BY_PASSWORD = 2;
const NONE_OF_THESE = 0xff;
const CONNECT = 1;
const COMMAND_NOT_SUPPORTED = 7;
/** Maximum length of the user id and name of SOCKS4, which defines none. */
const MAX_TEXT = 255;

const NOTHING = Buffer.alloc(0);
const MORE: SocksStep = { reply: NOTHING, outcome: { type: 'more' } };

/** Reads one client. Bytes that follow a request or a refusal are not read. */
export class SocksServer {
  readonly #login: Login | null;
  #input: Buffer = NOTHING;
  #state: () => SocksStep = () => this.#start();

  /** `login` is null when no password is required. */
  constructor(login: Login | null) {
    this.#login = login;
  }

  read(bytes: Buffer): SocksStep {
    this.#input = this.#input.length === 0 ? bytes : Buffer.concat([this.#input, bytes]);
    const replies: Buffer[] = [];
    for (;;) {
      const state = this.#state;
      const step = state();
      if (step.reply.length > 0) replies.push(step.reply);
      // A new state means that a message was read; the next one may have arrived with it.
      if (step.outcome.type === 'more' && this.#state !== state) continue;
      return { reply: Buffer.concat(replies), outcome: step.outcome };
    }
  }

  #start(): SocksStep {
    if (this.#input.length === 0) return MORE;
    if (this.#input[0] === 4) return this.#become(() => this.#request4());
    if (this.#input[0] === 5) return this.#become(() => this.#greeting());
    return refused(`SOCKS version ${this.#input[0]!} is neither 4 nor 5`);
  }

  #greeting(): SocksStep {
    const input = this.#input;
    const count = input[1];
    if (count === undefined || input.length < 2 + count) return MORE;
    const methods = input.subarray(2, 2 + count);
    this.#take(2 + count);
    // A client may send a password although none is required.
    const preferred = this.#login === null ? [NO_LOGIN, BY_PASSWORD] : [BY_PASSWORD];
    const method = preferred.find((wanted) => methods.includes(wanted));
    if (method === undefined) {
      const reason =
        this.#login === null
          ? 'it offers no way to log in that is known'
          : 'it offers no username and password';
      return refused(reason, Buffer.from([5, NONE_OF_THESE]));
    }
    const next = method === NO_LOGIN ? () => this.#request5() : () => this.#password();
    return this.#become(next, Buffer.from([5, method]));
  }

  /** Reads a login (RFC 1929): version 1, username, password. */
  #password(): SocksStep {
    const input = this.#input;
    if (input.length === 0) return MORE;
    if (input[0] !== 1)
      return refused(`login of version ${input[0]!}, not 1`, Buffer.from([1, GENERAL_FAILURE]));
    const nameEnd = 2 + (input[1] ?? Infinity);
    const end = nameEnd + 1 + (input[nameEnd] ?? Infinity);
    if (input.length < end) return MORE;
    const isRight = this.#login?.(input.subarray(2, nameEnd), input.subarray(nameEnd + 1, end)) ?? true;
    this.#take(end);
    if (!isRight) return refused('its username or password is wrong', Buffer.from([1, GENERAL_FAILURE]));
    return this.#become(() => this.#request5(), Buffer.from([1, 0]));
  }

  #request5(): SocksStep {
    const input = this.#input;
    if (input.length > 0 && input[0] !== 5)
      return refused5(GENERAL_FAILURE, `request of version ${input[0]!}, not 5`);
    if (input.length < 4) return MORE;
    const address = readAddress(input, 3);
    if (address.type === 'incomplete') return MORE;
    if (address.type === 'error') return refused5(address.reply, address.reason);
    if (input[1] !== CONNECT) return refused5(COMMAND_NOT_SUPPORTED, unsupported(input[1]!));
    this.#take(3 + address.length);
    return this.#command(5, address.host, address.port);
  }

  /** Reads version, command, port, address and user id; in SOCKS4a an address of 0.0.0.x and a name. */
  #request4(): SocksStep {
    const input = this.#input;
    if (input.length < 9) return MORE;
    const userEnd = input.indexOf(0, 8);
    if (userEnd < 0) return input.length > 8 + MAX_TEXT ? refused4('its user id is not terminated') : MORE;
    const hasName = input.readUInt32BE(4) < 256 && input[7] !== 0;
    const end = hasName ? input.indexOf(0, userEnd + 1) : userEnd;
    if (end < 0)
      return input.length > userEnd + 1 + MAX_TEXT ? refused4('its host name is not terminated') : MORE;
    if (userEnd - 8 > MAX_TEXT || end - userEnd > 1 + MAX_TEXT)
      return refused4('its user id or host name is too long');
    if (this.#login !== null) return refused4('SOCKS4 has no password, and this proxy requires one');
    if (input[1] !== CONNECT) return refused4(unsupported(input[1]!));
    const host = hasName ? input.toString('latin1', userEnd + 1, end) : input.subarray(4, 8).join('.');
    const port = input.readUInt16BE(2);
    this.#take(end + 1);
    return this.#command(4, host, port);
  }

  #command(version: 4 | 5, text: string, port: number): SocksStep {
    const host = hostOf(text);
    if (host === null || port === 0) {
      const reason = host === null ? 'its host is neither a name nor an address' : 'its port is 0';
      return version === 5 ? refused5(GENERAL_FAILURE, reason) : refused4(reason);
    }
    const rest = this.#input;
    this.#input = NOTHING;
    return { reply: NOTHING, outcome: { type: 'connect', version, destination: { host, port }, rest } };
  }

  #become(state: () => SocksStep, reply: Buffer = NOTHING): SocksStep {
    this.#state = state;
    return { reply, outcome: MORE.outcome };
  }

  #take(length: number): void {
    this.#input = this.#input.subarray(length);
  }
}

const REPLIES_5: Readonly<Record<SocksResult, number>> = {
  open: 0,
  failed: GENERAL_FAILURE,
  'not-allowed': 2,
  unreachable: 4,
  refused: 5,
  'timed-out': 6,
};

/** Returns the reply to a request. The bound address is left zero, as most servers do. */
export function socksReply(version: 4 | 5, result: SocksResult): Buffer {
  return version === 5 ? reply5(REPLIES_5[result]) : reply4(result === 'open');
}

function reply5(code: number): Buffer {
  return Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0]);
}

function reply4(isOpen: boolean): Buffer {
  return Buffer.from([0, isOpen ? 0x5a : 0x5b, 0, 0, 0, 0, 0, 0]);
}

function refused5(code: number, reason: string): SocksStep {
  return refused(reason, reply5(code));
}

function refused4(reason: string): SocksStep {
  return refused(reason, reply4(false));
}

function refused(reason: string, reply: Buffer = NOTHING): SocksStep {
  return { reply, outcome: { type: 'refused', reason } };
}

function unsupported(command: number): string {
  const name = command === 2 ? 'BIND' : command === 3 ? 'UDP ASSOCIATE' : `command ${command}`;
  return `${name} is not supported, only CONNECT`;
}
