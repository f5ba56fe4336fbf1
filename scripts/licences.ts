// Lists the packages whose code is bundled, with their licences. A package without a licence may not be passed on, and
// ends the build.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression, such as `MIT`; or `SEE LICENSE IN …`. */
  readonly license: string;
  /** Text of its licence; empty where the package only names it. */
  readonly text: string;
}

/** The list for the bill of materials, beside LICENSES.txt. It is not published. */
export const BUNDLED_LIST = 'bundled.json';

/** Writes LICENSES.txt and the list of the packages in `packageFolders` into `folder`. */
export function writeLicences(folder: string, packageFolders: readonly string[]): void {
  const packages = bundledPackages(packageFolders);
  writeFileSync(join(folder, 'LICENSES.txt'), licences(packages));
  writeFileSync(join(folder, BUNDLED_LIST), JSON.stringify(packages));
}

/** Reads the packages in `folders`, each version once. Throws an Error that names those without a licence. */
export function bundledPackages(folders: readonly string[]): readonly BundledPackage[] {
  const packages = uniquePackages(folders.map(bundledPackage));
  const unlicensed = packages.filter(({ license }) => license === '');
  if (unlicensed.length > 0)
    throw new Error(
      `no licence in ${unlicensed.map(nameOf).join(', ')}: a package that names none may not be bundled. Replace it`,
    );
  return packages;
}

/** Returns each version of a package once, sorted by name. */
export function uniquePackages(packages: readonly BundledPackage[]): readonly BundledPackage[] {
  const byName = new Map(packages.map((each) => [nameOf(each), each]));
  return [...byName].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
}

/** Returns one text with the licence of each package. */
export function licences(packages: readonly BundledPackage[]): string {
  return packages
    .map((each) => `${nameOf(each)} (${each.license})\n\n${each.text}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`);
}

function bundledPackage(folder: string): BundledPackage {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
    readonly license?: unknown;
    readonly licenses?: unknown;
  };
  const file = readdirSync(folder).find((each) => /^(?:un)?licen[cs]e/i.test(each));
  const named = licenceNames(manifest.license ?? manifest.licenses);
  return {
    name: manifest.name,
    version: manifest.version,
    license: named === '' && file !== undefined ? `SEE LICENSE IN ${file}` : named,
    text: file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim(),
  };
}

/** Reads the field `license`, or what packages had before it: an object with a `type`, or a list of them. */
function licenceNames(field: unknown): string {
  if (typeof field === 'string') return field === 'UNLICENSED' ? '' : field;
  if (Array.isArray(field)) {
    const names = field.map(licenceNames).filter((name) => name !== '');
    return names.length > 1 ? `(${names.join(' OR ')})` : (names[0] ?? '');
  }
  return typeof field === 'object' && field !== null && 'type' in field ? licenceNames(field.type) : '';
}

const nameOf = ({ name, version }: BundledPackage): string => `${name} ${version}`;
