// The files of the built UI, in memory.
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

export interface UiFile {
  readonly type: string;
  readonly bytes: Buffer;
  /** The same, compressed; null where that is not smaller. */
  readonly br: Buffer | null;
  readonly gzip: Buffer | null;
}

/** Files by their path in URLs, such as `/assets/index-a1b2.js`. */
export type UiFiles = ReadonlyMap<string, UiFile>;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
};

/** Reads the UI in `folder`, as `scripts/build-ui.ts` writes it. Rejects when there is none. */
export async function readUiFiles(folder: string): Promise<UiFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !/\.(?:br|gz)$/.test(path));
  const files = await Promise.all(
    paths.map(
      async (path) => [`/${path.split(sep).join('/')}`, await readUiFile(join(folder, path))] as const,
    ),
  );
  return new Map(files);
}

async function readUiFile(path: string): Promise<UiFile> {
  const bytes = await readFile(path);
  const smaller = async (ending: string): Promise<Buffer | null> => {
    const compressed = await readFile(path + ending).catch(() => null);
    return compressed !== null && compressed.length < bytes.length ? compressed : null;
  };
  const type = TYPES[extname(path)] ?? 'application/octet-stream';
  return { type, bytes, br: await smaller('.br'), gzip: await smaller('.gz') };
}
