// Linux: reads the listening TCP sockets in the network namespace of this process from the tables of the kernel.
import { readFile } from 'node:fs/promises';
import { endianness } from 'node:os';

export interface ListeningSocket {
  /** 4 or 16 bytes in network order, as hexadecimal digits; all zero for every address. */
  readonly address: string;
  readonly port: number;
}

/** Returns the sockets of both families. */
export async function listeningSockets(proc = '/proc'): Promise<readonly ListeningSocket[]> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`${proc}/net/${name}`, 'latin1').catch(() => '')),
  );
  return tables.flatMap(parseListening);
}

/** Parses `/proc/net/tcp` or `tcp6`. */
export function parseListening(table: string): readonly ListeningSocket[] {
  return Array.from(table.matchAll(ROW), ([, address = '', port = '']) => ({
    address: inNetworkOrder(address),
    port: Number.parseInt(port, 16),
  }));
}

// Number, local address and port, remote end, state LISTEN.
const ROW = /^ *\d+: ([\dA-F]+):([\dA-F]{4}) \S+ 0A /gm;

// The table prints addresses as 32-bit words in the byte order of the machine.
function inNetworkOrder(address: string): string {
  const bytes = Buffer.from(address, 'hex');
  return (endianness() === 'LE' ? bytes.swap32() : bytes).toString('hex');
}
