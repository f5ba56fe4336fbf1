// Runs once before the end-to-end tests: builds the package as it is published, from which they start `proxyctl`. It
// starts in about half of the CPU time of the sources. The build is kept until a source changes.
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const project = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(project, 'node_modules', '.cache', 'proxyctl-package');
const SOURCES = ['assets', 'bin', 'package.json', 'package-lock.json', 'scripts', 'src', 'ui'];

export default async function setup(): Promise<void> {
  if (!existsSync(folder) || statSync(folder).mtimeMs < newest()) await build();
  process.env['TEST_LAUNCHER'] = join(folder, 'bin', 'proxyctl.js');
}

/** Builds into the folder, which appears only when it is complete. */
async function build(): Promise<void> {
  const unfinished = `${folder}.${process.pid}`;
  const dist = join(unfinished, 'dist');
  try {
    mkdirSync(unfinished, { recursive: true });
    for (const part of ['assets', 'bin', 'package.json'])
      cpSync(join(project, part), join(unfinished, part), { recursive: true });
    await Promise.all([
      script('bundle', dist),
      script('build-ui', join(dist, 'ui')),
      script('build-collections', dist),
    ]);
    rmSync(folder, { recursive: true, force: true });
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

async function script(name: string, output: string): Promise<void> {
  await promisify(execFile)(process.execPath, [join(project, 'scripts', `${name}.ts`), output]);
}

function newest(): number {
  const times = SOURCES.flatMap((name) => {
    const path = join(project, name);
    if (!statSync(path).isDirectory()) return [statSync(path).mtimeMs];
    return readdirSync(path, { recursive: true, encoding: 'utf8' }).map(
      (file) => statSync(join(path, file)).mtimeMs,
    );
  });
  return Math.max(...times);
}
