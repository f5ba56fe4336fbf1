// Memory: idle, with a full flow list, and during a body that is far larger than the part that is kept.
import { setTimeout as delay } from 'node:timers/promises';
import type { Bench, Shape } from '../bench.ts';
import { flowCount } from '../subjects/check.ts';
import { megabytes } from '../results/format.ts';
import { eachSubject } from '../subjects/line-up.ts';
import { defineMeasure } from './contract.ts';
import { peakBytes, residentBytes, resetPeak, tree } from '../processes/proc.ts';
import { EVERYONE, type Subject, type SubjectName } from '../subjects/index.ts';

/** The number of flows that the flow list holds. */
const FLOWS = 5000;
const GIGABYTE = 1e9;
/** The bytes that a flow keeps of one body by default. */
const CAPTURE_CAP = 10 * 1024 * 1024;
/** The time that memory is given to settle. */
const SETTLE_MS = 1000;

/** Memory in bytes. */
interface Memory {
  readonly name: SubjectName;
  readonly idle: number;
  readonly filled: number;
  /** The peak above the resident memory before; NaN where not tried. */
  readonly download: number;
  readonly upload: number;
}

export const memory = defineMeasure({
  name: 'memory',
  summary: 'memory: idle, 5,000 flows, 1 GB passing',
  take: async (bench) => {
    const { results, absent } = await eachSubject(EVERYONE, (name) => memoryOf(bench, name));
    const [ours] = results;
    const beyondCap = (growth: number): number => (growth - CAPTURE_CAP) / 1e6;
    return {
      tables: [
        {
          title: 'Memory, resident, MB',
          columns: ['Proxy', 'Idle', '5,000 flows of 1 KiB', '1 GB download, growth', '1 GB upload, growth'],
          rows: results.map(({ name, idle, filled, download, upload }) => [
            name,
            megabytes(idle),
            megabytes(filled),
            megabytes(download),
            megabytes(upload),
          ]),
          notes: [
            'MB are 1,000,000 bytes; all of it decrypted HTTPS, each column in a new process. Growth is the peak during the body above what was resident before. Of each body ours keeps the first 10 MiB; mitmdump, which holds bodies whole, and squid are not asked for 1 GB.',
            ...absent,
          ],
        },
      ],
      targets: [
        { name: 'Memory, idle', value: (ours?.idle ?? Number.NaN) / 1e6, limit: 80, unit: 'MB' },
        {
          name: 'Memory with 5,000 flows of 1 KiB',
          value: (ours?.filled ?? Number.NaN) / 1e6,
          limit: 130,
          unit: 'MB',
        },
        {
          name: '1 GB download: growth beyond the capture cap',
          value: beyondCap(ours?.download ?? Number.NaN),
          limit: 60,
          unit: 'MB',
        },
        {
          name: '1 GB upload: growth beyond the capture cap',
          value: beyondCap(ours?.upload ?? Number.NaN),
          limit: 60,
          unit: 'MB',
        },
      ],
    };
  },
});

async function memoryOf(bench: Bench, name: SubjectName): Promise<Memory> {
  const list = await fresh(bench, name, async (subject) => {
    const idle = resident(subject);
    const shape = { secure: true, bodyBytes: 1024, connections: 32, inFlight: 32 };
    await bench.window(subject, shape, { type: 'count', requests: FLOWS });
    if (subject.home !== null && (await flowCount(subject)) !== FLOWS) throw new Error('flows are missing');
    await delay(SETTLE_MS);
    return { idle, filled: resident(subject) };
  });
  const isBounded = name !== 'mitmdump' && name !== 'squid';
  const one = { secure: true, connections: 1, inFlight: 1 };
  const download = isBounded ? await growth(bench, name, { ...one, bodyBytes: GIGABYTE }) : Number.NaN;
  const upload = isBounded
    ? await growth(bench, name, { ...one, bodyBytes: 0, uploadBytes: GIGABYTE })
    : Number.NaN;
  return { name, ...list, download, upload };
}

function growth(bench: Bench, name: SubjectName, shape: Shape): Promise<number> {
  return fresh(bench, name, async (subject) => {
    const pids = tree(subject.child.pid);
    resetPeak(pids);
    const before = residentBytes(pids);
    await bench.window(subject, shape, { type: 'count', requests: 1 });
    return peakBytes(pids) - before;
  });
}

async function fresh<Result>(
  bench: Bench,
  name: SubjectName,
  use: (subject: Subject) => Promise<Result>,
): Promise<Result> {
  const subject = await bench.launch(name);
  try {
    await delay(SETTLE_MS);
    return await use(subject);
  } finally {
    await subject.child.stop();
  }
}

function resident({ child }: Subject): number {
  return residentBytes(tree(child.pid));
}
