// Runs every request through the snippets of one format, and compares the requests that arrive with the
// captured ones.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { snippetFormats } from '../../../src/snippets/index.ts';
import { findProgram } from '../need.ts';
import { caseOf, differences } from './expected.ts';
import { RecordingOrigin } from './origin.ts';
import { cases, type Case } from './requests.ts';
import type { Toolchain } from './toolchain.ts';

export interface Outcome {
  /** The number of requests sent. */
  readonly requests: number;
  /** The errors, one for each request. */
  readonly errors: readonly string[];
}

/** Returns why a toolchain does not run here, and reports it on standard error; null when it does. */
export async function absence(toolchain: Toolchain, runsSlow: boolean): Promise<string | null> {
  const { id, programs, lacks, isSlow = false } = toolchain;
  const why =
    isSlow && !runsSlow ? 'takes long; npm run test:snippets runs it' : await lacking(programs, lacks);
  if (why !== null) process.stderr.write(`skipped: code format ${id}: ${why}\n`);
  return why;
}

async function lacking(programs: readonly string[], lacks: Toolchain['lacks']): Promise<string | null> {
  const absent = programs.filter((program) => findProgram(program) === undefined);
  if (absent.length > 0) return `${absent.join(' and ')} is not installed`;
  return (await lacks?.()) ?? null;
}

export async function runAll(toolchain: Toolchain): Promise<Outcome> {
  const format = snippetFormats.find(({ id }) => id === toolchain.id)!;
  const folder = await mkdtemp(join(tmpdir(), `proxyctl-${format.id}-`));
  try {
    await using origin = new RecordingOrigin();
    const port = await origin.listen();
    const all = await cases(port, 10);
    const snippets = all.map(({ request }) => format.render(request));
    const bodies = all.map(({ body }) => body);
    const said = await toolchain.run(snippets, { folder, port, bodies });
    const errors = all.flatMap((sent, index) => faultsOf(sent, index, origin, toolchain));
    const refused = all.filter(({ request }) => toolchain.limits.refuses?.(request) === true);
    const requests = all.length - refused.length;
    return { requests, errors: errors.length === 0 ? [] : [...errors, ...origin.errors, said] };
  } finally {
    await rm(folder, { recursive: true, maxRetries: 3 });
  }
}

function faultsOf(
  sent: Case,
  index: number,
  { arrived }: RecordingOrigin,
  { limits }: Toolchain,
): readonly string[] {
  const found = arrived.filter((request) => caseOf(request) === index);
  if (limits.refuses?.(sent.request) === true)
    return found.length === 0 ? [] : [`${sent.name}: is listed as refused, and arrived`];
  if (found.length !== 1) return [`${sent.name} (case ${index}): arrived ${found.length} times`];
  const differing = differences(sent, found[0]!, limits);
  return differing.length === 0 ? [] : [`${sent.name} (case ${index}):\n  ${differing.join('\n  ')}`];
}
