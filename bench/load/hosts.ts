// Hosts that no proxy has seen: names under localhost where the resolver knows them (RFC 6761 section 6.3),
// otherwise loopback addresses, which need no resolver. Each makes a proxy mint a certificate.
import dns from 'node:dns/promises';

export interface NewHosts {
  readonly type: 'names' | 'addresses';
  /** Returns `count` hosts that were not returned before. */
  take(count: number): readonly string[];
}

export async function newHosts(): Promise<NewHosts> {
  const type = (await isLoopback('h1.bench.localhost')) ? 'names' : 'addresses';
  const hostAt = type === 'names' ? (index: number): string => `h${index}.bench.localhost` : addressAt;
  let taken = 0;
  return {
    type,
    take: (count) => Array.from({ length: count }, () => hostAt(taken++)),
  };
}

async function isLoopback(name: string): Promise<boolean> {
  try {
    const found = await dns.lookup(name, { all: true });
    return found.every(({ address }) => address === '::1' || address.startsWith('127.'));
  } catch {
    return false;
  }
}

/** Returns the address at this index, counted from 127.1.0.1. */
function addressAt(index: number): string {
  return `127.1.${Math.floor(index / 250)}.${(index % 250) + 1}`;
}
