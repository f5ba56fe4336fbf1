// Builds the sandbox files of collection scripts into dist/: the linked libraries with their licences, and the heap
// snapshots that scripts start from, so that nothing has to be built or installed where the package is used. `node
// scripts/build-collections.ts [dist]`
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectionsSetup, collectionsWithLibrariesSetup } from '../src/sandbox/collections/setup.ts';
import { linkedModules, linkToJson, snapshotStore } from '../src/sandbox/collections/linked-modules.ts';
import { loadSnapshot } from '../src/sandbox/snapshot.ts';
import { writeLicences } from './licences.ts';

const [, , dist = join(import.meta.dirname, '..', 'dist')] = process.argv;
const OUT = join(dist, 'sandbox', 'collections', 'built');

mkdirSync(OUT, { recursive: true });
const libraries = await linkToJson();
writeFileSync(join(OUT, 'libraries.json'), libraries);
// From here on the functions of the host know the same fingerprint.
await snapshotStore.fingerprint();
const libraryFolders = linkedModules().packages.filter((folder) => folder.includes('node_modules'));
writeLicences(OUT, libraryFolders);
const fingerprint = createHash('sha256').update(libraries).digest('hex');
writeFileSync(join(OUT, 'fingerprint'), fingerprint);
for (const setup of [collectionsSetup, collectionsWithLibrariesSetup])
  await loadSnapshot({
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
