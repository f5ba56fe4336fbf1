// The build of ours that is measured: the sources, or the publishable build when it is newer.
import { cpSync, existsSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export interface Built {
  readonly type: 'sources' | 'dist';
  /** The folder with `bin/`, and `src/` or `dist/`. */
  readonly root: string;
}

/** Chooses the build. A published build is laid out in `folder` as a package manager would. */
export function chooseBuild(folder: string): Built {
  const checkout = fileURLToPath(new URL('../..', import.meta.url));
  const dist = join(checkout, 'dist', 'index.js');
  if (!existsSync(dist) || statSync(dist).mtimeMs < newest(join(checkout, 'src')))
    return { type: 'sources', root: checkout };
  const root = join(folder, 'package');
  for (const name of ['bin', 'dist', 'package.json'])
    cpSync(join(checkout, name), join(root, name), { recursive: true });
  symlinkSync(join(checkout, 'node_modules'), join(root, 'node_modules'));
  return { type: 'dist', root };
}

/** Returns the path of the command line's file. */
export function program({ root }: Built): string {
  return join(root, 'bin', 'proxyctl.js');
}

/** Returns the URL of the library's module. */
export function library({ type, root }: Built): string {
  return pathToFileURL(join(root, ...(type === 'dist' ? ['dist', 'index.js'] : ['src', 'index.ts']))).href;
}

function newest(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  return Math.max(...files.map((file) => statSync(join(folder, file)).mtimeMs));
}
