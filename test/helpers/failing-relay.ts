// A TCP relay that behaves like a bad network: slow, fragmented, cut off at any byte, or silent from some
// byte on.
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { seeded, type Random } from '../fuzz/random.ts';

export type Failure =
  | { readonly type: 'none' }
  /** Delays each chunk by this many milliseconds. */
  | { readonly type: 'late'; readonly ms: number }
  /** Splits bytes into chunks of at most `bytes`. */
  | { readonly type: 'sliced'; readonly bytes: number }
  /** Resets both sides after this many bytes from `side`. */
  | { readonly type: 'reset'; readonly side: Side; readonly at: number }
  /** Closes both sides in order then. */
  | { readonly type: 'close'; readonly side: Side; readonly at: number }
  /** Forwards nothing any more then, without closing. */
  | { readonly type: 'silent'; readonly side: Side; readonly at: number };

type Side = 'client' | 'server';

export interface FailingRelay extends AsyncDisposable {
  readonly port: number;
  /** The number of times that each failure was chosen. */
  readonly chosen: ReadonlyMap<Failure['type'], number>;
  /** Closes the silent connections, like a peer after its time-out. */
  giveUp(): void;
}

/** Listens on loopback and connects to `port`; the seed determines the failure of each connection. */
export async function failingRelay(port: number, seed: number): Promise<FailingRelay> {
  const random = seeded(seed);
  const open = new Set<net.Socket>();
  const chosen = new Map<Failure['type'], number>();
  const server = net.createServer({ noDelay: true }, (client) => {
    const upstream = net.connect({ port, host: '127.0.0.1', noDelay: true });
    const failure = anyFailure(random);
    chosen.set(failure.type, (chosen.get(failure.type) ?? 0) + 1);
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => open.delete(socket));
    }
    const pair = { client, upstream, failure };
    void pump(pair, 'client');
    void pump(pair, 'server');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const giveUp = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    chosen,
    giveUp,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        giveUp();
      }),
  };
}

function anyFailure(random: Random): Failure {
  const side = random.pick(['client', 'server'] as const);
  const at = random.pick([0, 1, 20, 100, 200, 400, 1000, 5000, 40_000]) + random.int(16);
  return random.pick<Failure>([
    { type: 'none' },
    { type: 'late', ms: random.int(20) },
    { type: 'sliced', bytes: random.pick([1, 2, 7, 100]) },
    { type: 'reset', side, at },
    { type: 'close', side, at },
    { type: 'silent', side, at },
  ]);
}

interface Pair {
  readonly client: net.Socket;
  readonly upstream: net.Socket;
  readonly failure: Failure;
}

async function pump({ client, upstream, failure }: Pair, side: Side): Promise<void> {
  const [from, to] = side === 'client' ? [client, upstream] : [upstream, client];
  const limit = 'at' in failure && failure.side === side ? failure.at : Infinity;
  let passed = 0;
  try {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      const bytes = chunk.subarray(0, limit - passed);
      passed += bytes.length;
      await pass(to, bytes, failure);
      if (passed < limit) continue;
      end({ client, upstream, failure });
      if (failure.type === 'silent') return;
    }
    to.end();
  } catch {
    to.destroy();
  }
}

async function pass(to: net.Socket, bytes: Buffer, failure: Failure): Promise<void> {
  if (failure.type === 'late') await delay(failure.ms);
  const size = failure.type === 'sliced' ? failure.bytes : bytes.length;
  for (let at = 0; at < bytes.length; at += size) {
    if (to.destroyed) return;
    to.write(bytes.subarray(at, at + size));
    if (failure.type === 'sliced') await new Promise((resolve) => setImmediate(resolve));
  }
}

function end({ client, upstream, failure }: Pair): void {
  for (const socket of [client, upstream]) {
    if (failure.type === 'reset') socket.resetAndDestroy();
    else if (failure.type === 'close') socket.end();
    else socket.pause();
  }
}
