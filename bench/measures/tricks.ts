// Tricks beside the plain way: code that is harder to read than necessary stays only where it wins here.
import { once } from 'node:events';
import net from 'node:net';
import { FORMS } from '../../src/secrets/forms/index.ts';
import { secretSpans } from '../../src/secrets/spans.ts';
import { socketDiag } from '../../src/system/apps/linux-diag.ts';
import { SocketTables } from '../../src/system/apps/linux-tables.ts';
import { figure } from '../results/format.ts';
import { spread } from '../results/statistics.ts';
import { defineMeasure, type Target } from './contract.ts';

/** Sockets that are open beside the one that is looked up. */
const SOCKETS = 500;
const LOOKUPS = 200;
const DOCUMENT_ITEMS = 6000;
/** A trick has to take less than this share of the plain way's CPU. */
const LIMIT = 0.8;

interface Pair {
  readonly name: string;
  readonly trick: () => void;
  readonly plain: () => void;
}

export const tricks = defineMeasure({
  name: 'tricks',
  summary: 'tricks beside the plain way',
  take: async (bench) => {
    const sockets = await openSockets();
    try {
      const rows = [secretsInOnePass(), ...lookUp(sockets.port, sockets.clientPort)].map((pair) => {
        const rounds = Array.from({ length: bench.effort.rounds + 1 }, () => [
          cpuMs(pair.trick),
          cpuMs(pair.plain),
        ]);
        // The first round does not count: code is compiled in it.
        const [trick, plain] = [0, 1].map((at) => spread(rounds.slice(1).map((round) => round[at]!)).median);
        return { name: pair.name, trick: trick!, plain: plain! };
      });
      return {
        tables: [
          {
            title: 'Tricks beside the plain way, CPU ms',
            columns: ['Work', 'Trick', 'Plain way'],
            rows: rows.map(({ name, trick, plain }) => [name, figure(trick), figure(plain)]),
          },
        ],
        targets: rows.map(({ name, trick, plain }): Target => ({
          name: `Trick: ${name}`,
          value: trick / plain,
          limit: LIMIT,
          unit: '×',
        })),
      };
    } finally {
      sockets.close();
    }
  },
});

function secretsInOnePass(): Pair {
  const text = JSON.stringify(
    Array.from({ length: DOCUMENT_ITEMS }, (_, id) => ({
      id,
      name: `Lamp ${id}`,
      description: 'A lamp for a table, of wood and glass.',
      url: `https://example.com/items/${id}`,
      sku: `SKU-${(id * 7919) % 99_991}`,
    })),
  );
  const patterns = FORMS.map(({ pattern: { source, flags } }) => new RegExp(source, flags.replace('y', 'g')));
  return {
    name: `secrets in ${Math.round(text.length / 1e5) / 10} MB: one pass, names of fields included, beside pattern after pattern`,
    trick: () => void secretSpans(text, { isPlain: false, isCode: false }),
    plain: () => {
      for (const pattern of patterns) Array.from(text.matchAll(pattern));
    },
  };
}

/** Empty where the kernel cannot be asked. */
function lookUp(port: number, clientPort: number): readonly Pair[] {
  const diag = socketDiag();
  if (diag === null) return [];
  const tables = new SocketTables('/proc');
  const socket = { clientAddress: '127.0.0.1', clientPort, proxyAddress: '127.0.0.1', proxyPort: port };
  const repeat = (look: () => unknown) => () => {
    for (let at = 0; at < LOOKUPS; at += 1) look();
  };
  return [
    {
      name: `socket of a client, ${LOOKUPS} times beside ${SOCKETS} others: netlink beside /proc/net/tcp`,
      trick: repeat(() => diag([socket])),
      plain: repeat(() => tables.inodes([socket])),
    },
  ];
}

async function openSockets() {
  const server = net.createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as net.AddressInfo;
  const clients = Array.from({ length: SOCKETS }, () => net.connect(port, '127.0.0.1'));
  await Promise.all(clients.map((client) => once(client, 'connect')));
  return {
    port,
    clientPort: clients[0]?.localPort ?? 0,
    close: () => {
      for (const client of clients) client.destroy();
      server.close();
    },
  };
}

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
