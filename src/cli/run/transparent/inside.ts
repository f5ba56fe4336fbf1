// The process inside the network of a transparent run: every address is local there, so that each connection of the
// command arrives here, with the address that it was meant for. Arguments: the path of the gate's socket, the port of
// the proxy, the command. Ends with the command's exit code.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { messageOf } from '../../../base/errors.ts';
import { addressText, ipBytes } from '../../../base/ip.ts';
import { Lru } from '../../../base/lru.ts';
import { responseAddresses } from '../../../codec/dns/message.ts';
import type { Upstream } from '../../../net/name-server/forwarder.ts';
import { NameServer } from '../../../net/name-server/index.ts';
import { framed, onMessages } from '../../../net/name-server/tcp.ts';
import { startAppLookup } from '../../../system/apps/index.ts';
import { runCommand } from '../command.ts';
import { openingLine, type Opening } from './channel.ts';
import { LAST_PORT } from './ports.ts';

const DNS_PORT = 53;
const MAX_NAMES = 10_000;
/** A program that exits at once must not make its connection wait. */
const APP_WAIT_MS = 1000;
const ANSWER_MS = 10_000;

const [gate = '', proxyPort = '', ...command] = process.argv.slice(2);
const names = new Lru<string, string>(MAX_NAMES);
const apps = startAppLookup();

try {
  leadEverythingHere();
  await NameServer.on({ port: DNS_PORT, captures: () => false, upstream: gateNames(), onAllAddresses: true });
  await listenOnAll(Number(proxyPort));
} catch (error) {
  process.stderr.write(
    `error: --transparent: the network of the command cannot be set up: ${messageOf(error)}\n`,
  );
  process.exit(1);
}
const running = runCommand(command, process.env);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => running.signal(signal));
const { code, error } = await running.exited;
if (error !== undefined) process.stderr.write(`error: ${error}\n`);
const refused = refusedConnections();
if (refused > 0)
  process.stderr.write(
    `${refused} ${refused === 1 ? 'connection was' : 'connections were'} refused: --transparent reaches ports up to ${LAST_PORT}\n`,
  );
process.exit(code);

/** Makes every address local, and names known to us alone. */
function leadEverythingHere(): void {
  const ip = (...args: readonly string[]): void => {
    execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  };
  ip('link', 'set', 'lo', 'up');
  ip('route', 'add', 'local', '0.0.0.0/0', 'dev', 'lo');
  try {
    ip('-6', 'route', 'add', 'local', '::/0', 'dev', 'lo');
  } catch {
    // A system without IPv6 has nothing to lead.
  }
  const resolvConf = join(dirname(gate), 'resolv.conf');
  writeFileSync(resolvConf, 'nameserver 127.0.0.1\n');
  execFileSync('mount', ['--bind', resolvConf, '/etc/resolv.conf'], { stdio: ['ignore', 'ignore', 'pipe'] });
}

async function listenOnAll(ownPort: number): Promise<void> {
  const ports = Array.from({ length: LAST_PORT }, (_, index) => index + 1).filter(
    (port) => port !== DNS_PORT,
  );
  if (ownPort > LAST_PORT) ports.push(ownPort);
  await Promise.all(ports.map(listen));
}

async function listen(port: number): Promise<void> {
  const server = net.createServer({ allowHalfOpen: true, noDelay: true }, (socket) => void passOn(socket));
  server.listen({ port, host: '::', exclusive: true, backlog: 128 });
  try {
    await once(server, 'listening');
  } catch {
    server.listen({ port, host: '0.0.0.0', exclusive: true });
    await once(server, 'listening');
  }
}

async function passOn(socket: net.Socket): Promise<void> {
  socket.on('error', () => undefined);
  socket.pause();
  const address = addressText(socket.localAddress ?? '');
  const port = socket.localPort ?? 0;
  const app = await Promise.race([
    apps.find({
      clientAddress: socket.remoteAddress ?? '',
      clientPort: socket.remotePort ?? 0,
      proxyAddress: socket.localAddress ?? '',
      proxyPort: port,
    }),
    setTimeout(APP_WAIT_MS, null, { ref: false }),
  ]);
  const out = openGate({
    type: 'connection',
    address,
    port,
    name: names.get(key(ipBytes(address) ?? [])) ?? null,
    app,
  });
  socket.pipe(out);
  out.pipe(socket);
  socket.on('close', () => out.destroy());
  out.on('close', () => socket.destroy());
  out.on('error', () => undefined);
}

/** Different spellings of an address are one. */
function key(address: ArrayLike<number>): string {
  return Buffer.from(Array.from(address)).toString('hex');
}

function openGate(opening: Opening): net.Socket {
  const socket = net.connect({ path: gate, allowHalfOpen: true });
  socket.write(openingLine(opening));
  return socket;
}

/** Passes DNS queries through the gate, and remembers which address stands for which name. */
function gateNames(): Upstream {
  return {
    async ask(message, { question }) {
      const response = await askGate(message);
      if (response !== null)
        for (const address of responseAddresses(response)) names.set(key(address), question.name);
      return response;
    },
    close: () => undefined,
  };
}

function askGate(message: Buffer): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const socket = openGate({ type: 'names' });
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

/** Counts connections that nobody took, by the statistics of this network (proc_net_snmp). */
function refusedConnections(): number {
  const [fields = '', values = ''] = readFileSync('/proc/net/snmp', 'latin1')
    .split('\n')
    .filter((line) => line.startsWith('Tcp:'));
  return Number(values.split(' ')[fields.split(' ').indexOf('AttemptFails')] ?? 0);
}
