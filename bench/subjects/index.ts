// The proxies that are measured: how each is started, and whether it is available here.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, startChild, untilListening, type Child } from '../processes/children.ts';
import { ask } from '../processes/ipc.ts';
import { library, program, type Built } from './our-build.ts';
import type { LibraryQuestion } from './proxies/library.ts';
import { prepareSquid, squidError } from './squid.ts';
import { ALL_OFF, ANSWERED, MATCH, SCRIPT, THOUSAND, writeTools } from './tool-files.ts';

export type SubjectName =
  | 'ours'
  | 'base'
  | 'app'
  | 'tools-match'
  | 'base-match'
  | 'tools-off'
  | 'tools-thousand'
  | 'tools-script'
  | 'tools-answered'
  | 'library'
  | 'listed'
  | 'stored'
  | 'relay'
  | 'tls-relay'
  | 'node-http2'
  | 'node-http'
  | 'mitmdump'
  | 'squid';

/** The subjects of most comparisons, ours first. */
export const EVERYONE: readonly SubjectName[] = ['ours', 'node-http', 'relay', 'mitmdump', 'squid'];

/** The machine and the ports that a subject is started with. */
export interface SubjectContext {
  /** The folder of the benchmark; subjects get a folder in it. */
  readonly folder: string;
  readonly core: number | undefined;
  readonly originCa: string;
  readonly built: Built;
}

/** A listening proxy. */
export interface Subject {
  readonly name: SubjectName;
  readonly child: Child;
  readonly port: number;
  /** The folder of its files. */
  readonly folder: string;
  /** True when plain requests go through a tunnel, since it supports only CONNECT. */
  readonly tunnel: boolean;
  /** The PEM file of the CA that clients trust. */
  readonly caPath: string;
  /** Our data folder, which holds the Control API's token; null for other proxies. */
  readonly home: string | null;
  /** Milliseconds from the start of the process to the first accepted connection. */
  readonly readyMs: number;
  /** True when it answers requests itself, without an origin. */
  readonly answersItself: boolean;
  /** True when it takes part in comparisons of HTTP/2 only: plain responses through it are not checked. */
  readonly http2Only: boolean;
}

interface Definition {
  /** Returns why it cannot take part; null when it can. */
  readonly error: () => string | null;
  readonly command: (context: SubjectContext, folder: string, port: number) => readonly string[];
  /** Its CA file in its folder; without one the origin's own CA, since nothing is minted. */
  readonly ca?: string;
  readonly tunnel?: boolean;
  readonly hasIpc?: boolean;
  /** True when it answers requests itself: responses are then not checked. */
  readonly answersItself?: boolean;
  readonly http2Only?: boolean;
}

const always = (): null => null;
const node = process.execPath;
const fileOf = (url: URL): string => fileURLToPath(url);
const OUR_CA = join('home', 'ca', 'root.pem');

/** Bodies of 50 MB are kept whole. */
const APP_SETTINGS = { maxCapturedBodyBytes: 64 * 1024 * 1024 };

/** The checkout to compare with. */
const BASE = process.env['BENCH_BASE'] ?? '';

const baseError = (): string | null => (BASE === '' ? 'BENCH_BASE names no checkout' : null);

/** Returns ours with rules of debugging tools. */
function withTools(tools: Parameters<typeof writeTools>[1], answersItself = false): Definition {
  return {
    error: always,
    command: (context, folder, port) => [
      ...definitions.ours.command(context, folder, port),
      '--tools',
      writeTools(folder, tools),
    ],
    ca: OUR_CA,
    answersItself,
  };
}

/** Returns the app with these settings. */
function theApp(settings: object): Definition {
  return {
    error: always,
    command: ({ built }, folder, port) => {
      mkdirSync(join(folder, 'home'));
      writeFileSync(join(folder, 'home', 'settings.json'), JSON.stringify(settings));
      return [node, program(built), 'app', '--no-open', '--port', String(port)];
    },
    ca: OUR_CA,
  };
}

/** Returns a small proxy that presents the origin's own certificate. */
function withOriginCertificate(program: URL, http2Only = false): Definition {
  return {
    error: always,
    http2Only,
    command: ({ folder }, _, port) => [node, fileOf(program), String(port), folder],
  };
}

const definitions: Readonly<Record<SubjectName, Definition>> = {
  ours: {
    error: always,
    command: ({ built }, _, port) => [
      node,
      program(built),
      'run',
      '--ssl',
      '*',
      '--quiet',
      '--port',
      String(port),
    ],
    ca: OUR_CA,
  },
  app: theApp(APP_SETTINGS),
  stored: theApp({ sslProxyingHosts: ['*'] }),
  base: {
    error: baseError,
    command: (_, __, port) => [
      node,
      join(BASE, 'bin', 'proxyctl.js'),
      'run',
      '--ssl',
      '*',
      '--quiet',
      '--port',
      String(port),
    ],
    ca: OUR_CA,
  },
  'tools-match': withTools(MATCH),
  'base-match': {
    error: baseError,
    command: (context, folder, port) => [
      ...definitions.base.command(context, folder, port),
      '--tools',
      writeTools(folder, MATCH),
    ],
    ca: OUR_CA,
  },
  'tools-off': withTools(ALL_OFF),
  'tools-thousand': withTools(THOUSAND),
  'tools-script': withTools(SCRIPT),
  'tools-answered': withTools(ANSWERED, true),
  library: {
    error: always,
    command: ({ built }, _, port) => [
      node,
      '--expose-gc',
      fileOf(new URL('./proxies/library.ts', import.meta.url)),
      String(port),
      library(built),
    ],
    ca: OUR_CA,
    hasIpc: true,
  },
  listed: {
    error: always,
    command: ({ built }, _, port) => [
      node,
      fileOf(new URL('./proxies/listed.ts', import.meta.url)),
      String(port),
      library(built),
    ],
    ca: OUR_CA,
  },
  relay: {
    error: always,
    command: (_, __, port) => [node, fileOf(new URL('./proxies/relay.ts', import.meta.url)), String(port)],
    tunnel: true,
  },
  'tls-relay': withOriginCertificate(new URL('./proxies/tls-relay.ts', import.meta.url), true),
  'node-http2': withOriginCertificate(new URL('./proxies/node-http2.ts', import.meta.url), true),
  'node-http': withOriginCertificate(new URL('./proxies/node-http.ts', import.meta.url)),
  mitmdump: {
    error: () => (spawnSync('mitmdump', ['--version']).error === undefined ? null : 'not installed'),
    command: ({ originCa }, folder, port) => [
      'mitmdump',
      '-q',
      '--listen-host',
      '127.0.0.1',
      '--listen-port',
      String(port),
      '--set',
      `confdir=${folder}`,
      '--set',
      `ssl_verify_upstream_trusted_ca=${originCa}`,
    ],
    ca: 'mitmproxy-ca-cert.pem',
  },
  squid: {
    error: squidError,
    command: ({ originCa }, folder, port) => prepareSquid(folder, port, originCa),
    ca: 'ca.pem',
  },
};

/** Returns why a proxy cannot take part here; null when it can. */
export function subjectError(name: SubjectName): string | null {
  return definitions[name].error();
}

/** Starts a proxy on a free port; with `folder`, a second time in the same folder. */
export async function startSubject(
  name: SubjectName,
  context: SubjectContext,
  folder = mkdtempSync(join(context.folder, `${name}-`)),
): Promise<Subject> {
  const definition = definitions[name];
  const { command, ca, tunnel = false, hasIpc: asked = false } = definition;
  const { answersItself = false, http2Only = false } = definition;
  const port = await freePort();
  const home = ca === OUR_CA ? join(folder, 'home') : null;
  const commandLine = command(context, folder, port);
  const start = performance.now();
  const child = startChild({
    name,
    command: commandLine,
    core: context.core,
    folder,
    hasIpc: asked,
    env: {
      NODE_EXTRA_CA_CERTS: context.originCa,
      XDG_CACHE_HOME: join(folder, 'cache'),
      ...(home !== null && { PROXYCTL_HOME: home }),
    },
  });
  await untilListening(child, port);
  const readyMs = performance.now() - start;
  const caPath = ca === undefined ? context.originCa : join(folder, ca);
  return { name, child, port, folder, tunnel, caPath, home, readyMs, answersItself, http2Only };
}

/** Empties the flow list of a subject `library`. */
export async function clear(subject: Subject): Promise<void> {
  await askLibrary(subject, { type: 'clear' });
}

/** Empties the list, and collects garbage so that its memory can be reused. */
export async function clearAndCollect(subject: Subject): Promise<void> {
  await clear(subject);
  await askLibrary(subject, { type: 'collect' });
}

/**
 * Returns the bytes that a subject `library` still holds when its list is empty and garbage has been
 * collected.
 */
export async function leftBytes(subject: Subject): Promise<number> {
  await clear(subject);
  return (await askLibrary(subject, { type: 'heap' })) as number;
}

/**
 * Returns the CPU seconds that a subject `library` has used, with a finer resolution than the system's
 * accounting.
 */
export async function ownCpuSeconds(subject: Subject): Promise<number> {
  return (await askLibrary(subject, { type: 'cpu' })) as number;
}

function askLibrary({ child }: Subject, question: LibraryQuestion): Promise<unknown> {
  return ask(child.process, question);
}
