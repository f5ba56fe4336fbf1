// The name server of a transparent run. It receives every DNS query of the command.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ipBytes } from '../../../base/ip.ts';
import { isLocalhostName } from '../../../base/localhost.ts';
import { Lru } from '../../../base/lru.ts';
import { responseAddresses } from '../../../codec/dns/message.ts';
import type { Upstream } from '../../../net/name-server/forwarder.ts';
import { NameServer } from '../../../net/name-server/index.ts';
import { framed, onMessages } from '../../../net/name-server/tcp.ts';
import { openGate } from './channel.ts';

export const DNS_PORT = 53;

const MAX_NAMES = 10_000;
const ANSWER_MS = 10_000;

export class Names {
  readonly #gate: string;
  readonly #byAddress = new Lru<string, string>(MAX_NAMES);

  /** `gate`: path of the socket through which queries are answered. */
  constructor(gate: string) {
    this.#gate = gate;
  }

  /** Serves on every address, and makes this the name server of the command. */
  async serve(): Promise<void> {
    this.#replace('/etc/resolv.conf', 'nameserver 127.0.0.1\n');
    if (existsSync('/etc/hosts'))
      this.#replace('/etc/hosts', withoutIpv6Localhost(readFileSync('/etc/hosts', 'utf8')));
    await NameServer.on({
      port: DNS_PORT,
      captures: () => false,
      upstream: this.#upstream(),
      onAllAddresses: true,
    });
  }

  /** Returns the name that an address was last looked up by; null when there was none. */
  of(address: string): string | null {
    return this.#byAddress.get(key(ipBytes(address) ?? [])) ?? null;
  }

  /** Replaces a file for the command alone. */
  #replace(path: string, text: string): void {
    const copy = join(dirname(this.#gate), basename(path));
    writeFileSync(copy, text);
    execFileSync('mount', ['--bind', copy, path], { stdio: ['ignore', 'ignore', 'pipe'] });
  }

  /** Passes queries through the gate, and remembers which address stands for which name. */
  #upstream(): Upstream {
    return {
      ask: async (message, { question }) => {
        const response = await this.#ask(message);
        if (response !== null)
          for (const address of responseAddresses(response)) this.#byAddress.set(key(address), question.name);
        return response;
      },
      close: () => undefined,
    };
  }

  #ask(message: Buffer): Promise<Buffer | null> {
    return new Promise((resolve) => {
      const socket = openGate(this.#gate, { type: 'names' });
      const settle = (response: Buffer | null): void => {
        resolve(response);
        socket.destroy();
      };
      socket.setTimeout(ANSWER_MS, () => settle(null));
      socket.on('error', () => settle(null));
      socket.on('close', () => settle(null));
      onMessages(socket, settle);
      socket.write(framed(message));
    });
  }
}

/**
 * Resolves localhost to `127.0.0.1` only. Connections to `127.0.0.1` are captured, connections to `::1` stay in the
 * command's network.
 */
export function withoutIpv6Localhost(hosts: string): string {
  return hosts.replaceAll(/^[ \t]*::1[ \t].*$/gm, (entry) =>
    entry
      .split(/[ \t]+/)
      .filter((word) => !isLocalhostName(word))
      .join(' '),
  );
}

/** Different spellings of an address are one. */
function key(address: ArrayLike<number>): string {
  return Buffer.from(Array.from(address)).toString('hex');
}
