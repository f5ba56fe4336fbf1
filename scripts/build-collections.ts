// Puts what scripts of collections find in their sandbox into dist/: the linked libraries with their licences, and the
// memories that scripts start from, so that nothing of it need be made or installed where the package is used.
// `node scripts/build-collections.ts [dist]`
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectionsSetup, collectionsWithLibrariesSetup } from '../src/sandbox/collections/setup.ts';
import { linkedModules, linkedText, store } from '../src/sandbox/collections/linked.ts';
import { imageOf } from '../src/sandbox/image.ts';

const [, , dist = join(import.meta.dirname, '..', 'dist')] = process.argv;
const OUT = join(dist, 'sandbox', 'collections', 'built');

mkdirSync(OUT, { recursive: true });
const libraries = await linkedText();
writeFileSync(join(OUT, 'libraries.json'), libraries);
// From here on the same is known to the functions of the host.
await store.fingerprint();
writeFileSync(join(OUT, 'LICENSES.txt'), licences(linkedModules().packages));
const fingerprint = createHash('sha256').update(libraries).digest('hex');
writeFileSync(join(OUT, 'fingerprint'), fingerprint);
for (const setup of [collectionsSetup, collectionsWithLibrariesSetup])
  await imageOf({
    ...setup,
    store: {
      fingerprint: () => Promise.resolve(fingerprint),
      read: () => Promise.reject(new Error('it is to be made')),
      write: (key, bytes) => {
        writeFileSync(join(OUT, `${key}.image`), bytes);
        return Promise.resolve();
      },
    },
  });

function licences(packages: readonly string[]): string {
  const texts = packages
    .filter((folder) => folder.includes('node_modules'))
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        readonly name: string;
        readonly version: string;
        readonly license?: unknown;
      };
      const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
      const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim();
      return `${name} ${version} (${JSON.stringify(license ?? 'see below')})\n\n${text}\n`;
    });
  return [...new Set(texts)].join(`\n${'-'.repeat(80)}\n\n`);
}
