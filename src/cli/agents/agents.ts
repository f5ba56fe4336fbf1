// `proxyctl agents`: runs of AI agents as a table, the steps of one as lines, and as one HTML file.
import { agentRunHtml } from '../../agents/render/html.ts';
import type { AgentRun } from '../../agents/index.ts';
import { UserError } from '../../base/errors.ts';
import { untilSignal } from '../app/session.ts';
import { wantsColors } from '../flow-line.ts';
import { count, STANDARD_OUTPUT } from '../options.ts';
import { writeAll, writeOutput } from '../output-file.ts';
import { printJson } from '../traffic-client.ts';
import { headLine, runLines, stepLine, totalLines } from './lines.ts';
import { appSource, fileSource, type RunSource } from './source.ts';
import { follow } from './watch.ts';

export interface AgentFlags {
  readonly run?: string | undefined;
  readonly watch?: true | undefined;
  readonly json?: true | undefined;
  readonly html?: string | undefined;
  readonly port?: string | undefined;
}

/** Prints runs, or one. Resolves with the exit code. */
export async function agents(file: string | undefined, flags: AgentFlags): Promise<number> {
  refuseUnusable(file, flags);
  const source = file === undefined ? await appSource(flags.port) : await fileSource(file);
  try {
    if (flags.watch === true) await follow(source, wantedRun(flags.run), print, untilSignal());
    else await show(source, flags);
  } finally {
    await source.close();
  }
  return 0;
}

function refuseUnusable(file: string | undefined, { watch, json, html, port }: AgentFlags): void {
  const refuse = (reason: string): never => {
    throw new UserError('INVALID_PARAMETER', reason);
  };
  if (watch === true && file !== undefined)
    refuse('--watch follows the running app: leave out the file, or leave out --watch');
  if (watch === true && (json === true || html !== undefined))
    refuse('--watch prints lines: leave out --json and --html');
  if (json === true && html === STANDARD_OUTPUT)
    refuse('--json and --html - both write to standard output: give --html a file');
  if (port !== undefined && file !== undefined) refuse('--port names a running app: leave out the file');
}

async function show(source: RunSource, { run: asked, json, html }: AgentFlags): Promise<void> {
  const wanted = wantedRun(asked);
  if (wanted === null && html === undefined) {
    const runs = await source.list();
    if (json === true) printJson(runs);
    else if (runs.length === 0) print('No run of an AI agent: no call of a language model was seen');
    else for (const line of runLines(runs, wantsColors(process.stdout))) print(line);
    return;
  }
  const run = await source.run(typeof wanted === 'number' ? wanted : await lastId(source));
  if (html !== undefined) await writeOutput(html, (sink) => writeAll(sink, agentRunHtml(run)));
  if (json === true) printJson(run);
  else if (html === undefined) for (const line of linesOf(run)) print(line);
}

function linesOf(run: AgentRun): readonly string[] {
  const colors = wantsColors(process.stdout);
  return [headLine(run), ...run.steps.map((step) => stepLine(step, run, colors)), ...totalLines(run)];
}

async function lastId(source: RunSource): Promise<number> {
  const id = (await source.list()).at(-1)?.id;
  if (id !== undefined) return id;
  throw new UserError('NOT_FOUND', 'there is no run of an AI agent: no call of a language model was seen');
}

/** Parses `--run`; null without. */
function wantedRun(text: string | undefined): number | 'last' | null {
  if (text === undefined || text === 'last') return text ?? null;
  return count('--run', text.replace(/^#/, ''));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
