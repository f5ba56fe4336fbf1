// Makes a release: `npm run release -- [VERSION|patch|minor|major] [--dry-run]`, `npm run release -- --continue`, and
// for other systems `--executable` there and `--packaging` here. It publishes nothing: its end says which commands do.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { dateOf } from './changelog.ts';
import { git } from './programs.ts';
import {
  manifestOf,
  releaseOf,
  saveProgress,
  tagOf,
  unfinished,
  type Progress,
  type Release,
} from './release.ts';
import { checkReady, releasedVersions } from './state.ts';
import { writePackaging } from './packaging.ts';
import { buildHere, checkSteps, steps, writeChecksums } from './steps.ts';
import { releasedVersion } from './version.ts';

const LAST = steps.at(-1)!.id;
const COMMAND = 'npm run release --';

export interface ReleaseOptions {
  readonly version?: string | undefined;
  /** File with the licence of Node.js. */
  readonly nodeLicence?: string | undefined;
  readonly date: string;
  readonly say: (line: string) => void;
}

/** Shows what a release would do, and changes nothing. */
export function showRelease(project: string, options: ReleaseOptions): void {
  const { version, notes } = begin(project, options);
  const release = releaseOf(project, { version, date: options.date }, options.nodeLicence);
  options.say(`release of ${version} (nothing is changed)`);
  for (const [at, { effect }] of steps.entries()) options.say(`${at + 1}. ${effect(release)}`);
  options.say(`\nfiles go to ${relative(project, release.folder)}. Changelog of ${version}:\n\n${notes}`);
}

/** Makes a release. Rejects with an Error that says what is done and how to go on. */
export async function startRelease(project: string, options: ReleaseOptions): Promise<void> {
  const [open] = unfinished(project, LAST);
  if (open !== undefined)
    throw new Error(
      `the release of ${open.version} is not finished: ${COMMAND} --continue. ${undo(open, project)}`,
    );
  const { version } = begin(project, options);
  const base = git(project, 'rev-parse', 'HEAD');
  await runSteps(project, { version, date: options.date, base, done: [] }, options);
}

/** Goes on with the release that failed. */
export async function continueRelease(project: string, options: ReleaseOptions): Promise<void> {
  const [open] = unfinished(project, LAST);
  if (open === undefined) throw new Error('no release was begun that is not finished');
  const head = git(project, 'rev-parse', open.done.includes('commit') ? 'HEAD~1' : 'HEAD');
  if (head !== open.base)
    throw new Error(
      `the branch has other commits since the release of ${open.version} began. ${undo(open, project)}`,
    );
  await runSteps(project, open, options);
}

/** Builds the executable of this system for the version that is checked out. */
async function buildExecutable(project: string, { say, nodeLicence }: ReleaseOptions): Promise<void> {
  const release = releasedHere(project, nodeLicence);
  const names = await buildHere(release);
  say(`in ${relative(project, release.folder)}: ${names.join(', ')}`);
}

/** Writes the files of package managers and the checksums again, when executables of other systems have arrived. */
function completePackaging(project: string, { say }: ReleaseOptions): void {
  const release = releasedHere(project);
  if (!existsSync(release.folder))
    throw new Error(`${release.folder} does not exist: make the release first`);
  for (const line of writePackaging(release)) say(line);
  writeChecksums(release);
  say(`the files of ${release.version} are complete in ${relative(project, release.folder)}`);
}

function releasedHere(project: string, nodeLicence?: string): Release {
  const { version } = manifestOf(project);
  const date = dateOf(readFileSync(join(project, 'CHANGELOG.md'), 'utf8'), version);
  if (date === null) throw new Error(`${version} is not released: CHANGELOG.md has no section with its date`);
  return releaseOf(project, { version, date }, nodeLicence);
}

function begin(project: string, { version: wanted, date, nodeLicence }: ReleaseOptions) {
  const notes = checkReady(project);
  const { version: current } = manifestOf(project);
  const version = releasedVersion(wanted, { current, released: releasedVersions(project) });
  checkSteps(releaseOf(project, { version, date }, nodeLicence));
  return { version, notes };
}

async function runSteps(
  project: string,
  start: Progress,
  { say, nodeLicence }: ReleaseOptions,
): Promise<void> {
  let progress = start;
  const release = releaseOf(project, start, nodeLicence);
  saveProgress(project, progress);
  for (const { id, effect, run } of steps) {
    if (progress.done.includes(id)) continue;
    say(`${id}: ${effect(release)}`);
    try {
      await run(release, (line) => say(`  ${line}`));
    } catch (error) {
      throw new Error(failure(progress, id, error, project), { cause: error });
    }
    progress = { ...progress, done: [...progress.done, id] };
    saveProgress(project, progress);
  }
  for (const line of publishing(project, progress)) say(line);
}

function failure(progress: Progress, id: string, error: unknown, project: string): string {
  const done = progress.done.length === 0 ? 'nothing' : progress.done.join(', ');
  const message = error instanceof Error ? error.message : String(error);
  return `${id}: ${message}\ndone: ${done}. When it is mended: ${COMMAND} --continue. ${undo(progress, project)}`;
}

/** Says how to give a release up. */
function undo({ base, version }: Progress, project: string): string {
  const folder = relative(project, releaseOf(project, { version, date: '' }).folder);
  return `To give it up: git reset --hard ${base.slice(0, 12)} && rm -r ${folder} ${folder}.progress.json`;
}

function publishing(project: string, { version }: Progress): readonly string[] {
  const folder = relative(project, releaseOf(project, { version, date: '' }).folder);
  return [
    '',
    `${version} is ready in ${folder}. Nothing is published; these commands do it:`,
    `  git push origin HEAD ${tagOf(version)}`,
    `  npm publish ${folder}/proxyctl-${version}.tgz`,
    `  gh release create ${tagOf(version)} --notes-from-tag ${folder}/*`,
  ];
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean' },
      continue: { type: 'boolean' },
      executable: { type: 'boolean' },
      packaging: { type: 'boolean' },
      'node-license': { type: 'string' },
    },
  });
  const project = join(import.meta.dirname, '..', '..');
  if (!existsSync(join(project, '.git'))) throw new Error(`${project} is not a clone of the repository`);
  const options: ReleaseOptions = {
    version: positionals[0],
    nodeLicence: values['node-license'],
    date: new Date().toISOString().slice(0, 10),
    say: (line) => process.stdout.write(`${line}\n`),
  };
  if (values['dry-run'] === true) showRelease(project, options);
  else if (values.executable === true) await buildExecutable(project, options);
  else if (values.packaging === true) completePackaging(project, options);
  else if (values.continue === true) await continueRelease(project, options);
  else await startRelease(project, options);
}

if (import.meta.main)
  try {
    await main();
  } catch (error) {
    process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
