// Builds the single executable for this platform, from the package in dist/: `npm run build:executable`.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { archive, type ArchivedFile } from './archive.ts';

const PROJECT = join(import.meta.dirname, '..', '..');
/** Parts of the package; declarations and source maps are for libraries, manual pages lie beside the executable. */
const PARTS = ['assets', 'bin', 'dist', 'schemas', 'types', 'CHANGELOG.md', 'LICENSE', 'package.json'];
const LEFT_OUT = /\.(?:map|d\.ts|1)$|^bundled\.json$/;

if (import.meta.main) {
  const folder = process.argv[2] ?? join(PROJECT, 'dist-executable');
  const path = await buildExecutable(PROJECT, folder);
  process.stdout.write(`${path}: ${(statSync(path).size / 1e6).toFixed(0)} MB\n`);
}

/** Builds the executable of the package in `source` into `folder`, and returns its path. */
export async function buildExecutable(source: string, folder: string): Promise<string> {
  const work = mkdtempSync(join(tmpdir(), 'proxyctl-executable-'));
  try {
    const packed = archive(PARTS.flatMap((part) => filesOf(source, part)));
    writeFileSync(join(work, 'archive'), packed);
    writeFileSync(join(work, 'hash'), createHash('sha256').update(packed).digest('hex'));
    await bundleStart(work);
    mkdirSync(folder, { recursive: true });
    const output = join(folder, process.platform === 'win32' ? 'proxyctl.exe' : 'proxyctl');
    const config = {
      main: join(work, 'start.cjs'),
      output,
      assets: { archive: join(work, 'archive'), hash: join(work, 'hash') },
      disableExperimentalSEAWarning: true,
      execArgv: ['--disable-warning=ExperimentalWarning'],
    };
    writeFileSync(join(work, 'config.json'), JSON.stringify(config));
    execFileSync(process.execPath, ['--build-sea', join(work, 'config.json')], { stdio: 'pipe' });
    return output;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function filesOf(source: string, part: string): readonly ArchivedFile[] {
  const path = join(source, part);
  if (!statSync(path).isDirectory()) return [{ path: part, bytes: readFileSync(path) }];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !LEFT_OUT.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => ({
      path: file.slice(source.length + 1).replaceAll('\\', '/'),
      bytes: readFileSync(file),
    }));
}

async function bundleStart(folder: string): Promise<void> {
  const bundled = await rolldown({ input: join(import.meta.dirname, 'start.ts'), platform: 'node' });
  await bundled.write({ file: join(folder, 'start.cjs'), format: 'cjs' });
  await bundled.close();
}
