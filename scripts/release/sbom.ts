// The software bill of materials of a release in CycloneDX 1.6: the packages that are bundled, each with its licence and
// the hash that the lock file has of it, and the Node.js inside of the executable.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { BUNDLED_LIST, uniquePackages, type BundledPackage } from '../licences.ts';
import { homepageOf, manifestOf, type Release } from './release.ts';

interface LockedPackage {
  readonly name?: string;
  readonly version?: string;
  readonly integrity?: string;
}

type Json = Readonly<Record<string, unknown>>;

/** Returns the packages that are bundled in the folder `dist` of a build. Throws an Error when it is not complete. */
export function bundledIn(dist: string): readonly BundledPackage[] {
  const lists = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.split(sep).at(-1) === BUNDLED_LIST)
    .map((path) => join(dist, path));
  const parts = ['.', 'ui', join('sandbox', 'collections', 'built')];
  const missing = parts.find(
    (part) => !lists.some((path) => relative(join(dist, part), path) === BUNDLED_LIST),
  );
  if (missing !== undefined)
    throw new Error(`${join(dist, missing, BUNDLED_LIST)} is missing: build the package with npm run build`);
  return uniquePackages(lists.flatMap((path) => JSON.parse(readFileSync(path, 'utf8')) as BundledPackage[]));
}

/** Returns the bill of materials. */
export function billOfMaterials(
  { project, version, date }: Release,
  packages: readonly BundledPackage[],
): Json {
  const manifest = manifestOf(project);
  const own = { ...component(manifest.name, version, manifest.license), type: 'application' };
  const integrity = integrities(project);
  const components = packages.map(({ name, version: number, license, text }) => ({
    ...component(name, number, license, text),
    scope: 'required',
    hashes: hashesOf(integrity.get(`${name}@${number}`)),
  }));
  const node = nodeComponent();
  const homepage = homepageOf(manifest);
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: serialNumber([own, ...components, node]),
    version: 1,
    metadata: {
      timestamp: `${date}T00:00:00Z`,
      lifecycles: [{ phase: 'build' }],
      component: {
        ...own,
        description: manifest.description,
        externalReferences: [{ type: 'vcs', url: homepage }],
      },
    },
    components: [...components, node],
    dependencies: [
      { ref: own['bom-ref'], dependsOn: [...components, node].map((each) => each['bom-ref']) },
      ...[...components, node].map((each) => ({ ref: each['bom-ref'] })),
    ],
  };
}

function component(name: string, version: string, license: string, text = '') {
  const [scope, rest] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const path = scope === undefined ? name : `${encodeURIComponent(scope)}/${rest}`;
  const purl = `pkg:npm/${path}@${version}`;
  return {
    'bom-ref': purl,
    type: 'library',
    ...(scope === undefined ? {} : { group: scope }),
    name: rest,
    version,
    purl,
    licenses: [licenceOf(license, text)],
  };
}

/** Identifiers of SPDX that packages use; CycloneDX allows no other as an `id`. */
const SPDX = new Set(
  '0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC0-1.0 ISC MIT MIT-0 MPL-2.0 Python-2.0 Unlicense Zlib'.split(
    ' ',
  ),
);

/** Describes a licence by its identifier, by an expression of several, or by its name and text. */
function licenceOf(license: string, text: string): Json {
  if (SPDX.has(license)) return { license: { id: license } };
  if (/ (?:OR|AND|WITH) /.test(license)) return { expression: license };
  return { license: { name: license, ...(text === '' ? {} : { text: { content: text } }) } };
}

function nodeComponent() {
  const version = process.versions.node;
  return {
    'bom-ref': `pkg:generic/node@${version}`,
    type: 'platform',
    name: 'node',
    version,
    scope: 'optional',
    description: 'Inside of the executables; the npm package runs in the Node.js of its user',
    purl: `pkg:generic/node@${version}`,
    cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:-:*:*:*`,
    licenses: [{ license: { id: 'MIT' } }],
  };
}

/** Returns the integrity of each package of the lock file, by `name@version`. */
function integrities(project: string): ReadonlyMap<string, string> {
  const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  return new Map(
    Object.entries(packages).flatMap(([path, { name, version, integrity }]) =>
      integrity === undefined
        ? []
        : [[`${name ?? path.split('node_modules/').at(-1)}@${version}`, integrity]],
    ),
  );
}

function hashesOf(integrity: string | undefined): readonly Json[] {
  const [, digest] = /^sha512-(\S+)$/.exec(integrity ?? '') ?? [];
  return digest === undefined
    ? []
    : [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }];
}

/** Returns a UUID (RFC 9562, version 8) that depends on the contents alone: the same release has the same. */
function serialNumber(contents: readonly unknown[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(contents)).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `urn:uuid:${hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}`;
}
