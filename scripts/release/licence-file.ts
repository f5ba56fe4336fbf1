// The licences of everything that is inside of a release: the bundled packages, and the Node.js in the executable.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { licences, type BundledPackage } from '../licences.ts';
import type { Release } from './release.ts';

/** Paths of the licence in installations of Node.js, seen from the folder of the program. */
const BESIDE = ['../LICENSE', '../share/doc/node/LICENSE', '../../share/doc/nodejs/copyright', 'LICENSE'];

/** Returns the text of all licences. Throws an Error that says where to get that of Node.js, when it is not there. */
export function allLicences({ nodeLicence }: Release, packages: readonly BundledPackage[]): string {
  const node = {
    name: 'Node.js',
    version: process.versions.node,
    license: 'MIT, and those of what it contains; in the executables only',
    text: licenceOfNode(nodeLicence),
  };
  return licences([...packages, node]);
}

export function licenceOfNode(given: string | undefined): string {
  const paths = given === undefined ? BESIDE.map((path) => join(dirname(process.execPath), path)) : [given];
  const text = paths.filter((path) => existsSync(path)).map((path) => readFileSync(path, 'utf8'))[0];
  // The first lines of the licence of Node.js since its beginning.
  if (text !== undefined && /Node\.js (?:is licensed|contributors)/.test(text)) return text.trim();
  const { version } = process;
  throw new Error(
    `the licence of Node.js ${version} is not in ${paths.join(', ')}: download https://raw.githubusercontent.com/nodejs/node/${version}/LICENSE, and give it with --node-license FILE`,
  );
}
