// The proxies of a measure, all running at once; idle ones cost nothing.
import { messageOf, type Bench } from '../bench.ts';
import { subjectError, type Subject, type SubjectName } from './index.ts';

export interface LineUp {
  readonly subjects: readonly Subject[];
  /** The missing proxies with the reason, a line each. */
  readonly absent: readonly string[];
}

/** Third-party programs: measured where they are installed and work. */
const PEERS: ReadonlySet<SubjectName> = new Set<SubjectName>(['mitmdump', 'squid']);

export function isPeer(name: SubjectName): boolean {
  return PEERS.has(name);
}

/** Starts the proxies, lets `use` measure them, and stops them. */
export async function withSubjects<Result>(
  bench: Bench,
  names: readonly SubjectName[],
  use: (lineUp: LineUp) => Promise<Result>,
): Promise<Result> {
  const subjects: Subject[] = [];
  const absent: string[] = [];
  try {
    for (const name of names) {
      const error =
        subjectError(name) ?? (await errorOf(name, async () => void subjects.push(await bench.start(name))));
      if (error !== null) absent.push(`${name} is missing: ${error}.`);
    }
    return await use({ subjects, absent });
  } finally {
    await Promise.all(subjects.map(({ child }) => child.stop()));
  }
}

/** Takes one figure after the other, for measures that start proxies themselves. */
export async function eachSubject<Result>(
  names: readonly SubjectName[],
  take: (name: SubjectName) => Promise<Result>,
): Promise<{ readonly results: readonly Result[]; readonly absent: readonly string[] }> {
  const results: Result[] = [];
  const absent: string[] = [];
  for (const name of names) {
    const error =
      subjectError(name) ?? (await errorOf(name, async () => void results.push(await take(name))));
    if (error !== null) absent.push(`${name} is missing: ${error}.`);
  }
  return { results, absent };
}

/** Returns why a peer could not be measured; rethrows errors of ours and of what it is compared with. */
async function errorOf(name: SubjectName, work: () => Promise<void>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (isPeer(name)) return messageOf(error);
    throw error;
  }
}
