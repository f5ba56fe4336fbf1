// Real upstream proxies: Squid and Tinyproxy where they are installed, and a small SOCKS5 server.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeyAndCert } from './authority.ts';
import { findProgram } from './need.ts';
import { closedPort } from './ports.ts';
import { until } from './waiting.ts';

export const ACCOUNT = { username: 'anna', password: 'secret-of-anna' } as const;

export interface RunningProxy extends AsyncDisposable {
  readonly port: number;
  /** The port for TLS to the proxy itself; 0 without. */
  readonly tlsPort: number;
  /** The log: a line for each request, with method and target. */
  log(): string;
}

/** Starts Squid, which requires ACCOUNT; with a key and certificate also on a TLS port. */
export async function startSquid(secured: KeyAndCert | null = null): Promise<RunningProxy> {
  const folder = publicFolder('squid');
  const port = await closedPort();
  const tlsPort = secured === null ? 0 : await closedPort();
  const passwords = join(folder, 'passwords');
  const hash = spawnSync('openssl', ['passwd', '-apr1', ACCOUNT.password], {
    encoding: 'utf8',
  }).stdout.trim();
  writeFileSync(passwords, `${ACCOUNT.username}:${hash}\n`);
  if (secured !== null) {
    writeFileSync(join(folder, 'cert.pem'), secured.cert);
    writeFileSync(join(folder, 'key.pem'), secured.key, { mode: 0o644 });
  }
  const log = join(folder, 'access.log');
  const lines = [
    `http_port 127.0.0.1:${port}`,
    ...(secured === null
      ? []
      : [`https_port 127.0.0.1:${tlsPort} tls-cert=${folder}/cert.pem tls-key=${folder}/key.pem`]),
    `auth_param basic program /usr/lib/squid/basic_ncsa_auth ${passwords}`,
    'auth_param basic realm squid.test',
    'acl known proxy_auth REQUIRED',
    'acl forbidden url_regex forbidden',
    'http_access deny forbidden',
    'http_access allow known',
    'http_access deny all',
    'cache deny all',
    'strip_query_terms off',
    'cache_mem 8 MB',
    `access_log stdio:${log}`,
    `cache_log ${folder}/cache.log`,
    'pid_filename none',
    `coredump_dir ${folder}`,
    'shutdown_lifetime 0 seconds',
    'visible_hostname squid.test',
  ];
  const config = join(folder, 'squid.conf');
  writeFileSync(config, lines.join('\n') + '\n');
  return running(squidProgram() ?? '', ['-N', '-f', config], { port, tlsPort, folder, log });
}

/** Squid is often installed outside the user's PATH. */
export function squidProgram(): string | undefined {
  const path = process.env['PATH'] ?? '';
  process.env['PATH'] = `${path}:/usr/sbin:/usr/local/sbin`;
  const found = findProgram('squid');
  process.env['PATH'] = path;
  return found;
}

/** Starts Tinyproxy, which requires ACCOUNT. */
export async function startTinyproxy(): Promise<RunningProxy> {
  const folder = publicFolder('tinyproxy');
  const port = await closedPort();
  const log = join(folder, 'log');
  const config = join(folder, 'tinyproxy.conf');
  const lines = [
    `Port ${port}`,
    'Listen 127.0.0.1',
    `BasicAuth ${ACCOUNT.username} ${ACCOUNT.password}`,
    `LogFile "${log}"`,
    'LogLevel Connect',
    'MaxClients 50',
    'Timeout 30',
  ];
  writeFileSync(config, lines.join('\n') + '\n');
  return running('tinyproxy', ['-d', '-c', config], { port, tlsPort: 0, folder, log });
}

interface Started {
  readonly port: number;
  readonly tlsPort: number;
  readonly folder: string;
  readonly log: string;
}

async function running(program: string, args: readonly string[], started: Started): Promise<RunningProxy> {
  const { port, tlsPort, folder, log } = started;
  const child = spawn(program, args, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  await until(`${program} to listen on port ${port}`, () => {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}: see ${folder}`);
    return isListening(port);
  });
  return {
    port,
    tlsPort,
    log: () => readFileSync(log, 'utf8'),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A proxy started by root switches to another user. */
function publicFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `proxyctl-${name}-`));
  chmodSync(folder, 0o777);
  return folder;
}

async function isListening(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1');
  const found = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
  socket.destroy();
  return found;
}

export interface SocksServer extends AsyncDisposable {
  readonly port: number;
  /** Each requested `host:port`, in order. */
  readonly asked: readonly string[];
}

/**
 * Starts a SOCKS5 server (RFC 1928, RFC 1929) that connects over IPv4 and resolves names; with an account it
 * requires that.
 */
export async function startSocks5(account: typeof ACCOUNT | null): Promise<SocksServer> {
  const asked: string[] = [];
  const open = new Set<net.Socket>();
  const server = net.createServer((client) => {
    open.add(client);
    client.on('close', () => open.delete(client));
    client.on('error', () => undefined);
    serve(client, account, asked, open).catch(() => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as net.AddressInfo).port,
    asked,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

async function serve(
  client: net.Socket,
  account: typeof ACCOUNT | null,
  asked: string[],
  open: Set<net.Socket>,
): Promise<void> {
  const take = reader(client);
  const [, count = 0] = await take(2);
  const methods = await take(count);
  const method = account === null ? 0 : 2;
  if (!methods.includes(method)) {
    client.end(Buffer.from([5, 0xff]));
    return;
  }
  client.write(Buffer.from([5, method]));
  if (account !== null) {
    const username = (await take((await take(2))[1] ?? 0)).toString();
    const password = (await take((await take(1))[0] ?? 0)).toString();
    const isRight = username === account.username && password === account.password;
    client.write(Buffer.from([1, isRight ? 0 : 1]));
    if (!isRight) {
      client.end();
      return;
    }
  }
  const [, , , type] = await take(4);
  const host = type === 3 ? (await take((await take(1))[0] ?? 0)).toString() : (await take(4)).join('.');
  const port = (await take(2)).readUInt16BE();
  asked.push(`${host}:${port}`);
  const upstream = net.connect({ host, port, family: 4, noDelay: true });
  open.add(upstream);
  upstream.on('close', () => {
    open.delete(upstream);
    client.destroy();
  });
  client.on('close', () => upstream.destroy());
  upstream.once('error', () => client.end(Buffer.from([5, 5, 0, 1, 0, 0, 0, 0, 0, 0])));
  await once(upstream, 'connect');
  client.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
  client.pipe(upstream).pipe(client);
}

/** Reads a number of bytes at a time; the rest stays in the stream. */
function reader(socket: net.Socket): (length: number) => Promise<Buffer> {
  return async (length) => {
    for (;;) {
      const bytes: unknown = length === 0 ? Buffer.alloc(0) : socket.read(length);
      if (Buffer.isBuffer(bytes)) return bytes;
      if (socket.readableEnded || socket.destroyed) throw new Error('gone');
      await Promise.race([once(socket, 'readable'), once(socket, 'close')]);
    }
  };
}
