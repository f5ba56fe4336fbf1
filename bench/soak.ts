// `npm run soak -- --minutes 60`: runs the proxy under mixed traffic for a long time, and checks that neither
// open descriptors nor the memory left after emptying the list and collecting garbage grow. With `--busy 25` there is
// traffic for a quarter of the time. With `--store` it is the app with its session file: its list stays as it is, and
// neither resident memory after a collection nor the file may grow once the list is full.
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Bench, messageOf, type Shape } from './bench.ts';
import { grpcCalls, webSockets } from './load/streams-client.ts';
import { grpcOrigin, webSocketOrigin } from './origins/stream-origins.ts';
import { collectGarbage } from './processes/collect-garbage.ts';
import { hasProc, residentBytes, tree } from './processes/proc.ts';
import { slope } from './results/statistics.ts';
import { leftBytes, type Subject } from './subjects/index.ts';

/** The kinds of traffic that the load generator sends, in turn. */
const KINDS: Readonly<Record<string, Shape>> = {
  plain: { secure: false, bodyBytes: 1024, connections: 32, inFlight: 32 },
  decrypted: { secure: true, bodyBytes: 1024, connections: 32, inFlight: 32 },
  http2: { secure: true, bodyBytes: 1024, connections: 40, inFlight: 40, streams: 10 },
  'web-socket': { secure: false, bodyBytes: 1024, connections: 32, inFlight: 32, webSocket: true },
  uploads: { secure: true, bodyBytes: 0, uploadBytes: 300_000, connections: 8, inFlight: 8 },
  'new connections': { secure: true, bodyBytes: 1024, connections: 0, inFlight: 8 },
};
const KIND_SECONDS = 5;
/** Requests of each kind with `--store`, so that the list has the same at each look, however fast the machine is. */
const KIND_REQUESTS: Readonly<Record<string, number>> = { uploads: 2000, 'new connections': 3000 };
const USUAL_REQUESTS = 15_000;
/** The share of the run in which code is compiled and caches fill. */
const WARM_UP = 0.3;
/** The allowed growth in megabytes an hour: of the heap, and of resident memory and the session file. */
const MAX_GROWTH = 1;
const MAX_STORE_GROWTH = 20;
/** The time for connections to be closed after the last request. */
const REST_MS = 1500;

interface Sample {
  readonly hours: number;
  /** Resident memory. */
  readonly resident: number;
  /** Memory left on the heap; resident memory with `--store`. */
  readonly megabytes: number;
  /** The session file of the app with its log, in megabytes. */
  readonly disk: number;
  readonly descriptors: number;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`error: ${messageOf(error)}\n`);
  process.exitCode = 1;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '60' },
      busy: { type: 'string', default: '100' },
      store: { type: 'boolean', default: false },
    },
  });
  const [minutes, busy] = [Number(values.minutes), Number(values.busy)];
  if (!(minutes > 0)) throw new Error(`--minutes ${values.minutes} is not a number above 0`);
  if (!(busy > 0 && busy <= 100)) throw new Error(`--busy ${values.busy} is not a percentage`);
  if (!hasProc) throw new Error('this system has no /proc: memory and descriptors cannot be read');
  const bench = await Bench.open({ rounds: 1, seconds: KIND_SECONDS });
  const origins = [webSocketOrigin, grpcOrigin].map((create) => create(bench.credentials()));
  try {
    const subject = await bench.start(values.store ? 'stored' : 'library');
    const generated = Object.entries(KINDS).map(([name, shape]) =>
      generatorKind(bench, subject, shape, values.store ? (KIND_REQUESTS[name] ?? USUAL_REQUESTS) : null),
    );
    const kinds = [...generated, ...(await streamKinds(origins, subject))];
    const restMs = (KIND_SECONDS * 1000 * (100 - busy)) / busy;
    return verdict(await soak(kinds, subject, { minutes, restMs }), minutes, values.store);
  } finally {
    for (const origin of origins) origin.close();
    await bench.close();
  }
}

/** Sends traffic of one kind, most of them for KIND_SECONDS; resolves with the number of requests or messages. */
type Kind = () => Promise<number>;

/** `requests`: null for as many as there is time for. */
function generatorKind(bench: Bench, subject: Subject, shape: Shape, requests: number | null): Kind {
  const limit =
    requests === null
      ? ({ type: 'time', warmSeconds: 0, seconds: KIND_SECONDS } as const)
      : ({ type: 'count', requests } as const);
  return async () => (await bench.window(subject, shape, limit)).requests;
}

/** Returns WebSockets over HTTP/2, which are HTTP/1.1 towards their origin, and gRPC calls. */
async function streamKinds(origins: readonly Server[], subject: Subject): Promise<readonly Kind[]> {
  const ca = readFileSync(subject.caPath, 'utf8');
  const ports = await Promise.all(origins.map(listening));
  return [webSockets, grpcCalls].map((load, at) => {
    const path = { port: ports[at] ?? 0, secure: true, proxyPort: subject.port, tunnel: true };
    return () => load(path, ca, KIND_SECONDS);
  });
}

async function listening(origin: Server): Promise<number> {
  origin.listen(0, '127.0.0.1');
  await once(origin, 'listening');
  return (origin.address() as AddressInfo).port;
}

async function soak(
  kinds: readonly Kind[],
  subject: Subject,
  { minutes, restMs }: { readonly minutes: number; readonly restMs: number },
): Promise<readonly Sample[]> {
  const begun = performance.now();
  const samples: Sample[] = [];
  while (performance.now() - begun < minutes * 60_000) {
    let requests = 0;
    for (const kind of kinds) {
      requests += await kind();
      await delay(restMs);
    }
    await delay(REST_MS);
    const sample = await take(subject, begun);
    samples.push(sample);
    const { hours, resident, megabytes, disk, descriptors } = sample;
    process.stdout.write(
      `${(hours * 60).toFixed(1).padStart(6)} min  ${requests} requests  ${resident.toFixed(0)} MB resident  ${megabytes.toFixed(2)} MB left  ${disk.toFixed(0)} MB on the disk  ${descriptors} descriptors\n`,
    );
  }
  return samples;
}

async function take(subject: Subject, begun: number): Promise<Sample> {
  const pids = tree(subject.child.pid);
  const isApp = subject.name === 'stored';
  if (isApp) await collectGarbage(pids.at(-1)!);
  const resident = residentBytes(pids) / 1e6;
  return {
    hours: (performance.now() - begun) / 3_600_000,
    resident,
    megabytes: isApp ? resident : (await leftBytes(subject)) / 1e6,
    disk: isApp ? folderBytes(join(subject.home ?? '', 'traffic')) / 1e6 : 0,
    descriptors: pids.reduce((sum, pid) => sum + readdirSync(`/proc/${pid}/fd`).length, 0),
  };
}

function folderBytes(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

function verdict(samples: readonly Sample[], minutes: number, isStored: boolean): number {
  const settled = samples.slice(Math.floor(samples.length * WARM_UP));
  const growth = slope(settled.map(({ hours, megabytes }) => [hours, megabytes]));
  const onDisk = slope(settled.map(({ hours, disk }) => [hours, disk]));
  const counts = settled.map(({ descriptors }) => descriptors);
  const spread = Math.max(...counts) - Math.min(...counts);
  const perHour = slope(settled.map(({ hours, descriptors }) => [hours, descriptors]));
  process.stdout.write(
    `After ${minutes} minutes: memory ${growth.toFixed(2)} MB an hour, session file ${onDisk.toFixed(2)} MB an hour, descriptors ${Math.min(...counts)} to ${Math.max(...counts)} (${perHour.toFixed(1)} an hour), over the last ${settled.length} of ${samples.length} samples.\n`,
  );
  const max = isStored ? MAX_STORE_GROWTH : MAX_GROWTH;
  return growth <= max && onDisk <= max && spread <= 80 && perHour < 10 ? 0 : 1;
}
