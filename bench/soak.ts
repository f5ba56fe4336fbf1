// `npm run soak -- --minutes 60`: runs the proxy under mixed traffic for a long time, and checks that neither
// open descriptors nor the memory left after emptying the list and collecting garbage grow.
import { readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Bench, messageOf, type Shape } from './bench.ts';
import { hasProc, residentBytes, tree } from './processes/proc.ts';
import { slope } from './results/statistics.ts';
import { leftBytes, type Subject } from './subjects/index.ts';

/** The kinds of traffic, sent in turn. */
const KINDS: Readonly<Record<string, Shape>> = {
  plain: { secure: false, bodyBytes: 1024, connections: 32, inFlight: 32 },
  decrypted: { secure: true, bodyBytes: 1024, connections: 32, inFlight: 32 },
  http2: { secure: true, bodyBytes: 1024, connections: 40, inFlight: 40, streams: 10 },
  'web-socket': { secure: false, bodyBytes: 1024, connections: 32, inFlight: 32, webSocket: true },
  uploads: { secure: true, bodyBytes: 0, uploadBytes: 300_000, connections: 8, inFlight: 8 },
  'new connections': { secure: true, bodyBytes: 1024, connections: 0, inFlight: 8 },
};
const KIND_SECONDS = 5;
/** The share of the run in which code is compiled and caches fill. */
const WARM_UP = 0.3;
/** The allowed growth in megabytes an hour. */
const MAX_GROWTH = 1;
/** The time for connections to be closed after the last request. */
const REST_MS = 1500;

interface Sample {
  readonly hours: number;
  /** Resident memory. */
  readonly resident: number;
  /** Memory left on the heap. */
  readonly megabytes: number;
  readonly descriptors: number;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`error: ${messageOf(error)}\n`);
  process.exitCode = 1;
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } });
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) throw new Error(`--minutes ${values.minutes} is not a number above 0`);
  if (!hasProc) throw new Error('this system has no /proc: memory and descriptors cannot be read');
  const bench = await Bench.open({ rounds: 1, seconds: KIND_SECONDS });
  try {
    const subject = await bench.start('library');
    return verdict(await soak(bench, subject, minutes), minutes);
  } finally {
    await bench.close();
  }
}

async function soak(bench: Bench, subject: Subject, minutes: number): Promise<readonly Sample[]> {
  const begun = performance.now();
  const samples: Sample[] = [];
  while (performance.now() - begun < minutes * 60_000) {
    let requests = 0;
    for (const shape of Object.values(KINDS)) {
      const limit = { type: 'time', warmSeconds: 0, seconds: KIND_SECONDS } as const;
      requests += (await bench.window(subject, shape, limit)).requests;
    }
    await delay(REST_MS);
    const sample = await take(subject, begun);
    samples.push(sample);
    const { hours, resident, megabytes, descriptors } = sample;
    process.stdout.write(
      `${(hours * 60).toFixed(1).padStart(6)} min  ${requests} requests  ${resident.toFixed(0)} MB resident  ${megabytes.toFixed(2)} MB left  ${descriptors} descriptors\n`,
    );
  }
  return samples;
}

async function take(subject: Subject, begun: number): Promise<Sample> {
  const pids = tree(subject.child.pid);
  const resident = residentBytes(pids) / 1e6;
  return {
    hours: (performance.now() - begun) / 3_600_000,
    resident,
    megabytes: (await leftBytes(subject)) / 1e6,
    descriptors: pids.reduce((sum, pid) => sum + readdirSync(`/proc/${pid}/fd`).length, 0),
  };
}

function verdict(samples: readonly Sample[], minutes: number): number {
  const settled = samples.slice(Math.floor(samples.length * WARM_UP));
  const growth = slope(settled.map(({ hours, megabytes }) => [hours, megabytes]));
  const counts = settled.map(({ descriptors }) => descriptors);
  const spread = Math.max(...counts) - Math.min(...counts);
  const perHour = slope(settled.map(({ hours, descriptors }) => [hours, descriptors]));
  process.stdout.write(
    `After ${minutes} minutes: memory ${growth.toFixed(2)} MB an hour, descriptors ${Math.min(...counts)} to ${Math.max(...counts)} (${perHour.toFixed(1)} an hour), over the last ${settled.length} of ${samples.length} samples.\n`,
  );
  return growth <= MAX_GROWTH && spread <= 80 && perHour < 10 ? 0 : 1;
}
