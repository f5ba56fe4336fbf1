// The steps of a release in their order. Each can be repeated: a release that failed goes on with the step that failed.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildExecutable } from '../executable/build.ts';
import { archiveName, packArchive, thisSystem } from './archive.ts';
import { notesOf } from './changelog.ts';
import { buildDebian, canBuildDebian, debianName } from './debian.ts';
import { allLicences, licenceOfNode } from './licence-file.ts';
import { sha256, writePackaging } from './packaging.ts';
import { git, output } from './programs.ts';
import { tagOf, type Release } from './release.ts';
import { billOfMaterials, bundledIn } from './sbom.ts';
import { checkClean, commitVersion, tagVersion, writeVersion } from './state.ts';

export interface Step {
  readonly id: string;
  /** Its effect, as a dry run shows it: "writes …". */
  readonly effect: (release: Release) => string;
  readonly run: (release: Release, say: (line: string) => void) => Promise<void> | void;
}

const CHECKSUMS = 'SHA256SUMS';

export const steps: readonly Step[] = [
  {
    id: 'version',
    effect: ({ version, date }) =>
      `writes ${version} into package.json and package-lock.json, and "[${version}] - ${date}" into CHANGELOG.md`,
    run: writeVersion,
  },
  {
    id: 'commit',
    effect: ({ version }) => `commits these files as "release: ${version}"`,
    run: commitVersion,
  },
  {
    id: 'package',
    effect: ({ version }) => `builds the package and packs it: proxyctl-${version}.tgz`,
    run: pack,
  },
  {
    id: 'licences',
    effect: ({ version }) =>
      `lists what is bundled: proxyctl-${version}.cdx.json (CycloneDX), proxyctl-${version}-licenses.txt`,
    run: writeLists,
  },
  {
    id: 'executable',
    effect: ({ version }) => `builds the executable of this system: ${executableNames(version).join(', ')}`,
    run: packExecutable,
  },
  {
    id: 'packaging',
    effect: () => 'writes the files for Homebrew, Scoop and winget, as far as what they download is there',
    run: (release, say) => {
      for (const line of writePackaging(release)) say(line);
    },
  },
  { id: 'checksums', effect: () => `writes ${CHECKSUMS}`, run: writeChecksums },
  { id: 'tag', effect: ({ version }) => `tags the commit as ${tagOf(version)}`, run: tag },
];

function pack({ project, folder, version }: Release): void {
  // What is packed is what was committed.
  checkClean(project);
  mkdirSync(folder, { recursive: true });
  output('npm', ['pack', '--pack-destination', folder], { cwd: project });
  if (!readdirSync(folder).includes(`proxyctl-${version}.tgz`))
    throw new Error(`npm pack wrote no proxyctl-${version}.tgz into ${folder}`);
}

const licencesPath = ({ folder, version }: Release): string =>
  join(folder, `proxyctl-${version}-licenses.txt`);

function writeLists(release: Release): void {
  const packages = bundledIn(join(release.project, 'dist'));
  writeFileSync(licencesPath(release), allLicences(release, packages));
  const bill = JSON.stringify(billOfMaterials(release, packages), null, 2);
  writeFileSync(join(release.folder, `proxyctl-${release.version}.cdx.json`), `${bill}\n`);
}

function executableNames(version: string): readonly string[] {
  return [archiveName(version, thisSystem()), ...(canBuildDebian() ? [debianName(version)] : [])];
}

/** Builds the executable from the package in dist/, and its archive; with dpkg-deb its Debian package too. */
async function packExecutable(release: Release): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'proxyctl-release-'));
  try {
    const licences = readFileSync(licencesPath(release), 'utf8');
    const executable = await buildExecutable(release.project, work);
    packArchive(release, executable, licences);
    if (canBuildDebian()) buildDebian(release, executable, licences);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Writes the checksums of all files of the folder, in the format of `sha256sum`. */
export function writeChecksums({ folder }: Pick<Release, 'folder'>): void {
  const lines = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== CHECKSUMS)
    .map(({ name }) => `${sha256(join(folder, name))}  ${name}\n`);
  writeFileSync(join(folder, CHECKSUMS), lines.sort(byName).join(''));
}

const byName = (one: string, other: string): number => (one.slice(66) < other.slice(66) ? -1 : 1);

function tag(release: Release): void {
  checkClean(release.project);
  const notes = notesOf(readFileSync(join(release.project, 'CHANGELOG.md'), 'utf8'), release.version);
  if (notes === null) throw new Error(`CHANGELOG.md has no section of ${release.version}`);
  tagVersion(release, notes);
}

/** Builds what belongs to this system, for a release that was made on another: its archive, and a Debian package. */
export async function buildHere(release: Release): Promise<readonly string[]> {
  checkClean(release.project);
  const { project, folder, version } = release;
  if (!git(project, 'tag', '--points-at', 'HEAD').split('\n').includes(tagOf(version)))
    throw new Error(`HEAD is not ${tagOf(version)}: check the tag out, since its files are built`);
  mkdirSync(folder, { recursive: true });
  output('npm', ['run', '--silent', 'build'], { cwd: project });
  writeLists(release);
  await packExecutable(release);
  return executableNames(version);
}

/** Throws an Error for what would stop a step after the commit, which is better known before it. */
export function checkSteps({ nodeLicence }: Release): void {
  licenceOfNode(nodeLicence);
}
