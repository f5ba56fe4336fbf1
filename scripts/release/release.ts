// A release: what it is called, where its files go, and how far it has come. The progress lies beside the files, so
// that a release that failed half-way goes on where it stopped.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'dist-release';
const PROGRESS = /^(.+)\.progress\.json$/;

export interface Release {
  /** Folder of the repository. */
  readonly project: string;
  /** Folder of the files that are published. */
  readonly folder: string;
  readonly version: string;
  /** YYYY-MM-DD */
  readonly date: string;
  /** File with the licence of the Node.js inside of the executable, where it is not beside it. */
  readonly nodeLicence: string | undefined;
}

export interface Progress {
  readonly version: string;
  readonly date: string;
  /** The commit before the release. */
  readonly base: string;
  /** Ids of the steps that are done. */
  readonly done: readonly string[];
}

export const tagOf = (version: string): string => `v${version}`;

export function releaseOf(
  project: string,
  { version, date }: Pick<Progress, 'version' | 'date'>,
  nodeLicence?: string,
): Release {
  return { project, folder: join(project, FOLDER, version), version, date, nodeLicence };
}

export function saveProgress(project: string, progress: Progress): void {
  mkdirSync(join(project, FOLDER), { recursive: true });
  writeFileSync(progressPath(project, progress.version), `${JSON.stringify(progress, null, 2)}\n`);
}

/** Returns the progress of the releases whose last step is not done. */
export function unfinished(project: string, lastStep: string): readonly Progress[] {
  const folder = join(project, FOLDER);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => PROGRESS.exec(name)?.[1] ?? [])
    .map((version) => JSON.parse(readFileSync(progressPath(project, version), 'utf8')) as Progress)
    .filter(({ done }) => !done.includes(lastStep));
}

const progressPath = (project: string, version: string): string =>
  join(project, FOLDER, `${version}.progress.json`);

/** Fields of package.json that releases read. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly author: string;
  readonly repository: string;
  readonly engines: { readonly node: string };
}

export function manifestOf(project: string): Manifest {
  return JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as Manifest;
}

/** Returns the address of the repository's page. */
export function homepageOf({ repository }: Pick<Manifest, 'repository'>): string {
  const [, path] = /^github:([\w.-]+\/[\w.-]+)$/.exec(repository) ?? [];
  if (path === undefined)
    throw new Error(`package.json: the repository is ${repository}: give it as github:owner/name`);
  return `https://github.com/${path}`;
}
