// Fills in the files of package managers (packaging/) with the version of a release and the checksums of its files.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { homepageOf, manifestOf, tagOf, type Release } from './release.ts';

/** The package managers whose files name what they download; a service is a file of its package. */
const MANAGERS = ['homebrew', 'scoop', 'winget'];
const FIELD = /__([a-z\d]+)(?::([\w.-]+))?__/g;

/** Writes the files of the package managers. Returns a line for each that lacks a file of the release. */
export function writePackaging(release: Release): readonly string[] {
  const output = join(release.folder, 'packaging');
  rmSync(output, { recursive: true, force: true });
  return MANAGERS.flatMap((manager) => {
    const templates = readdirSync(join(release.project, 'packaging', manager));
    const missing = templates.flatMap((name) => missingIn(release, template(release, manager, name)));
    if (missing.length > 0) return [`no files for ${manager}: ${missing[0]} is not in ${release.folder}`];
    for (const name of templates) {
      const path = join(output, manager, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, filledIn(release, template(release, manager, name)));
    }
    return [];
  });
}

/** Returns the text of a file of packaging/, with the values of the release. */
export function filledIn(release: Release, text: string): string {
  const manifest = manifestOf(release.project);
  const homepage = homepageOf(manifest);
  const values: Readonly<Record<string, string>> = {
    version: release.version,
    date: release.date,
    license: manifest.license,
    homepage,
    downloads: `${homepage}/releases/download/${tagOf(release.version)}`,
  };
  return text.replaceAll(FIELD, (field, name: string, file: string | undefined) => {
    if (name === 'sha256' && file !== undefined) return sha256(join(release.folder, named(file, release)));
    const value = values[name];
    if (value === undefined)
      throw new Error(`${field} is not a value of a release: see scripts/release/packaging.ts`);
    return value;
  });
}

const template = ({ project }: Release, manager: string, name: string): string =>
  readFileSync(join(project, 'packaging', manager, name), 'utf8');

/** Returns the names of the files whose checksum is asked for, and that are not there. */
function missingIn(release: Release, text: string): readonly string[] {
  return [...text.matchAll(FIELD)]
    .flatMap(([, , file]) => (file === undefined ? [] : [named(file, release)]))
    .filter((file) => !existsSync(join(release.folder, file)));
}

/** Templates name files with VERSION, since a field cannot be inside of another. */
const named = (file: string, { version }: Release): string => file.replace('VERSION', version);

export const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');
