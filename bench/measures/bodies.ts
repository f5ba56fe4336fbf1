// Decrypted bodies of 10 MiB. Their cost depends on the memory that holds them: memory that the process has
// used before, new memory from the system, or, beyond the budget, a file.
import type { Bench, Shape } from '../bench.ts';
import { compare, type Comparison, type Contender } from '../results/compare.ts';
import { comparisonTable, cpuEach } from '../results/comparison-table.ts';
import { isPeer, withSubjects } from '../subjects/line-up.ts';
import { defineMeasure, type Measured, type Table } from './contract.ts';
import { clearAndCollect, type Subject, type SubjectName } from '../subjects/index.ts';

const MIB = 1024 * 1024;
const SHAPE: Shape = { secure: true, bodyBytes: 10 * MIB, connections: 4, inFlight: 4 };
/** 200 MiB, within our memory budget of 256 MiB. */
const BODIES = 20;
const COUNT = { type: 'count', requests: BODIES } as const;
/** Enough to exceed the budget. */
const FILLING = 30;
/** Each of these rounds starts processes or fills hundreds of megabytes. */
const MAX_COSTLY_ROUNDS = 3;

const BODY = { one: 'body', many: 'bodies', time: 'ms' } as const;

export const bodies = defineMeasure({
  name: 'bodies',
  summary: 'bodies of 10 MiB, decrypted',
  take: async (bench): Promise<Measured> => {
    const warm = await warmMemory(bench);
    const value = warm.comparison.paired('ours', 'node-http', cpuEach).median;
    return {
      tables: [warm.table, await freshMemory(bench), await pastTheBudget(bench)],
      targets: [{ name: '10 MiB decrypted: CPU against node-http', value, limit: 0.7, unit: '×' }],
    };
  },
});

/** Measures a proxy that has run for long: the memory of earlier bodies is reused. */
function warmMemory(bench: Bench): Promise<{ readonly comparison: Comparison; readonly table: Table }> {
  return withSubjects(
    bench,
    ['library', 'node-http', 'relay', 'mitmdump', 'squid'],
    async ({ subjects, absent }) => {
      const contenders = subjects.map((subject) => ({
        name: nameOf(subject),
        optional: isPeer(subject.name),
        take: async () => {
          const window = await bench.window(subject, SHAPE, COUNT);
          if (subject.name === 'library') await clearAndCollect(subject);
          return window;
        },
      }));
      const comparison = await compare(bench, contenders);
      const table = comparisonTable('10 MiB, decrypted', comparison, subjects.map(nameOf), BODY, [
        `${BODIES} bodies a round over 4 connections, after as many to warm up. Ours runs in the library; its list is emptied between rounds, outside the time measured.`,
        ...absent,
      ]);
      return { comparison, table };
    },
  );
}

/**
 * Measures a process that has handled only small bodies: the system must find and clear each page that holds
 * a body.
 */
async function freshMemory(bench: Bench): Promise<Table> {
  const contender = (name: SubjectName): Contender => ({
    name,
    take: () =>
      withSubjects(bench, [name], async ({ subjects: [subject] }) => {
        const small = { secure: true, bodyBytes: 1024, connections: 32, inFlight: 32 };
        await bench.window(subject ?? null, small, { type: 'count', requests: 3000 });
        return bench.window(subject ?? null, SHAPE, COUNT);
      }),
  });
  const comparison = await compare(bench, [contender('ours'), contender('node-http')], {
    rounds: costlyRounds(bench),
    warmUp: false,
  });
  return comparisonTable('10 MiB, decrypted, memory fresh', comparison, ['ours', 'node-http'], BODY, [
    `A new process each round; before the ${BODIES} bodies measured it has served 3,000 of 1 KiB.`,
  ]);
}

/** Measures a full budget: each new body moves an older one to the file. */
function pastTheBudget(bench: Bench): Promise<Table> {
  return withSubjects(bench, ['ours', 'node-http'], async ({ subjects }) => {
    const contenders = subjects.map((subject) => ({
      name: subject.name,
      take: () => bench.window(subject, SHAPE, COUNT),
    }));
    for (const subject of subjects) await bench.window(subject, SHAPE, { type: 'count', requests: FILLING });
    const comparison = await compare(bench, contenders, { rounds: costlyRounds(bench), warmUp: false });
    const title = '10 MiB, decrypted, past the memory budget';
    return comparisonTable(title, comparison, ['ours', 'node-http'], BODY, [
      `${FILLING} bodies have come before, so that the 256 MiB for captured bodies are used up.`,
    ]);
  });
}

function costlyRounds({ effort }: Bench): number {
  return Math.min(effort.rounds, MAX_COSTLY_ROUNDS);
}

/** Returns one name for ours, however it is run. */
function nameOf({ name }: Subject): string {
  return name === 'library' ? 'ours' : name;
}
