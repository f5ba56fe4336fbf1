// The proxies that are measured: how each is started, and whether it can be here.
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
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
  | 'tools-match'
  | 'base-match'
  | 'tools-off'
  | 'tools-thousand'
  | 'tools-script'
  | 'tools-answered'
  | 'library'
  | 'relay'
  | 'node-http'
  | 'mitmdump'
  | 'squid';

/** All that take part in most comparisons, ours first. */
export const EVERYONE: readonly SubjectName[] = ['ours', 'node-http', 'relay', 'mitmdump', 'squid'];

/** What is known of the machine when a subject is started. */
export interface SubjectContext {
  /** Of the benchmark; subjects get a folder in it. */
  readonly folder: string;
  readonly core: number | undefined;
  readonly originCa: string;
  readonly built: Built;
}

/** A proxy that listens. */
export interface Subject {
  readonly name: SubjectName;
  readonly child: Child;
  readonly port: number;
  /** Where it keeps what it writes. */
  readonly folder: string;
  /** Whether plain requests go through a tunnel, since it speaks no HTTP but CONNECT. */
  readonly tunnel: boolean;
  /** PEM file of the CA that clients trust. */
  readonly caPath: string;
  /** Our data folder, whose token opens the Control API; null of others. */
  readonly home: string | null;
  /** From starting the process to the first connection taken. */
  readonly readyMs: number;
  /** Whether answers are its own, and not an origin's. */
  readonly answersItself: boolean;
}

interface Definition {
  /** Why it cannot take part; null when it can. */
  readonly error: () => string | null;
  readonly command: (context: SubjectContext, folder: string, port: number) => readonly string[];
  /** In its folder; else the origin's own CA, since nothing is minted. */
  readonly ca?: string;
  readonly tunnel?: boolean;
  readonly asked?: boolean;
  /** Whether answers are its own: then there is nothing to check in them. */
  readonly answersItself?: boolean;
}

const always = (): null => null;
const node = process.execPath;
const fileOf = (url: URL): string => fileURLToPath(url);
const OUR_CA = join('home', 'ca', 'root.pem');

/** The checkout to compare with. */
const BASE = process.env['BENCH_BASE'] ?? '';

const baseError = (): string | null => (BASE === '' ? 'BENCH_BASE names no checkout' : null);

/** Ours with rules of debugging tools. */
function withTools(tools: Parameters<typeof writeTools>[1], answersItself = false): Definition {
  return {
    error: always,
    command: (context, folder, port) => [
      ...definitions.ours.command(context, folder, port),
      ...['--tools', writeTools(folder, tools)],
    ],
    ca: OUR_CA,
    answersItself,
  };
}

const definitions: Readonly<Record<SubjectName, Definition>> = {
  ours: {
    error: always,
    command: ({ built }, _, port) => [
      ...[node, program(built), 'run', '--ssl', '*', '--quiet', '--port', String(port)],
    ],
    ca: OUR_CA,
  },
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
      ...[node, '--expose-gc', fileOf(new URL('./proxies/library.ts', import.meta.url))],
      ...[String(port), library(built)],
    ],
    ca: OUR_CA,
    asked: true,
  },
  relay: {
    error: always,
    command: (_, __, port) => [node, fileOf(new URL('./proxies/relay.ts', import.meta.url)), String(port)],
    tunnel: true,
  },
  'node-http': {
    error: always,
    command: ({ folder }, _, port) => [
      ...[node, fileOf(new URL('./proxies/node-http.ts', import.meta.url)), String(port), folder],
    ],
  },
  mitmdump: {
    error: () => (spawnSync('mitmdump', ['--version']).error === undefined ? null : 'not installed'),
    command: ({ originCa }, folder, port) => [
      ...['mitmdump', '-q', '--listen-host', '127.0.0.1', '--listen-port', String(port)],
      ...['--set', `confdir=${folder}`, '--set', `ssl_verify_upstream_trusted_ca=${originCa}`],
    ],
    ca: 'mitmproxy-ca-cert.pem',
  },
  squid: {
    error: squidError,
    command: ({ originCa }, folder, port) => prepareSquid(folder, port, originCa),
    ca: 'ca.pem',
  },
};

/** Why a proxy cannot take part here; null when it can. */
export function subjectError(name: SubjectName): string | null {
  return definitions[name].error();
}

/** Starts a proxy on a free port; in `folder` again when it is given, as on a second start. */
export async function startSubject(
  name: SubjectName,
  context: SubjectContext,
  folder = mkdtempSync(join(context.folder, `${name}-`)),
): Promise<Subject> {
  const { command, ca, tunnel = false, asked = false, answersItself = false } = definitions[name];
  const port = await freePort();
  const home = ca === OUR_CA ? join(folder, 'home') : null;
  const commandLine = command(context, folder, port);
  const start = performance.now();
  const child = startChild({
    ...{ name, command: commandLine, core: context.core, folder, asked },
    env: {
      NODE_EXTRA_CA_CERTS: context.originCa,
      XDG_CACHE_HOME: join(folder, 'cache'),
      ...(home !== null && { PROXYCTL_HOME: home }),
    },
  });
  await untilListening(child, port);
  const readyMs = performance.now() - start;
  const caPath = ca === undefined ? context.originCa : join(folder, ca);
  return { name, child, port, folder, tunnel, caPath, home, readyMs, answersItself };
}

/** Empties the flow list of a subject `library`. */
export async function clear(subject: Subject): Promise<void> {
  await askLibrary(subject, { type: 'clear' });
}

/** Empties the list, and sees to it that the memory of what was in it can be used again. */
export async function clearAndCollect(subject: Subject): Promise<void> {
  await clear(subject);
  await askLibrary(subject, { type: 'collect' });
}

/** Bytes that a subject `library` still holds when its list is empty and everything else has been freed. */
export async function leftBytes(subject: Subject): Promise<number> {
  await clear(subject);
  return (await askLibrary(subject, { type: 'heap' })) as number;
}

/** CPU seconds that a subject `library` has used, finer than the system's accounting shows. */
export async function ownCpuSeconds(subject: Subject): Promise<number> {
  return (await askLibrary(subject, { type: 'cpu' })) as number;
}

function askLibrary({ child }: Subject, question: LibraryQuestion): Promise<unknown> {
  return ask(child.process, question);
}
