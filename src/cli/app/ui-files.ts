// Finds the built web UI. The published package contains it. A checkout builds it on first use, and again when its
// sources change.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readUiFiles, type UiFiles } from '../../control/ui-page/files.ts';

const PACKAGED = fileURLToPath(new URL('../../ui', import.meta.url));
const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
const BUILDER = join(PROJECT, 'scripts', 'build-ui.ts');
const CACHE = join(PROJECT, 'node_modules', '.cache', 'proxyctl-ui');
/** All that the UI is built from. */
const SOURCES = ['ui', 'src/flow', 'src/codec', 'src/base', 'package-lock.json', 'scripts/build-ui.ts'];
const KEPT_BUILDS = 3;

/** Returns the files of the UI. Rejects with the output of the build when the build fails. */
export async function uiFiles(say: (line: string) => void): Promise<UiFiles> {
  if (existsSync(join(PACKAGED, 'index.html'))) return readUiFiles(PACKAGED);
  const folder = join(CACHE, await fingerprint());
  if (!existsSync(folder)) {
    const start = performance.now();
    say('Building the web UI, which happens once after a change of its sources …');
    await build(folder);
    await removeOldBuilds();
    say(`The web UI is built (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  }
  return readUiFiles(folder);
}

/** In a process of its own: the bundler would stay in the memory of the app. */
function build(folder: string): Promise<void> {
  const builder = spawn(process.execPath, [BUILDER, folder], { stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  builder.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  builder.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  return new Promise((resolve, reject) => {
    builder.once('error', reject);
    builder.once('close', (code) => {
      if (code === 0) resolve();
      else
        reject(new Error(`the web UI could not be built:\n${Buffer.concat(output).toString('utf8').trim()}`));
    });
  });
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const path of await filesOf(join(PROJECT, source))) hash.update(path).update(await readFile(path));
  }
  return hash.digest('hex').slice(0, 16);
}

async function filesOf(path: string): Promise<readonly string[]> {
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

async function removeOldBuilds(): Promise<void> {
  const builds = await Promise.all(
    (await readdir(CACHE)).map(async (name) => ({ name, time: (await stat(join(CACHE, name))).mtimeMs })),
  );
  const old = builds.sort((a, b) => b.time - a.time).slice(KEPT_BUILDS);
  await Promise.all(old.map(({ name }) => rm(join(CACHE, name), { recursive: true, force: true })));
}
