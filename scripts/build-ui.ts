// Builds the web UI and compresses its files in advance: `node scripts/build-ui.ts [folder]`, by default dist/ui.
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, type InlineConfig } from 'vite';
import { BUNDLED_LIST, writeLicences } from './licences.ts';

const PROJECT = join(import.meta.dirname, '..');
/** Types whose files shrink; the others are compressed already. */
const COMPRESSIBLE = /\.(?:js|css|svg|html|json|webmanifest|txt)$/;

/** Builds into `folder`, which appears only when it is complete. */
export async function buildUi(folder: string): Promise<void> {
  const unfinished = `${folder}.${process.pid}`;
  // Tests, whose environment says otherwise, see what users see.
  process.env['NODE_ENV'] = 'production';
  try {
    const output = await build(configuration(unfinished));
    writeLicences(unfinished, packageFolders(output));
    await compressAll(unfinished);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
  await rm(folder, { recursive: true, force: true });
  // Another process may have finished first: its result is the same.
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true, force: true }));
}

/** One page whose editors and charts are loaded on demand. */
function configuration(outDir: string): InlineConfig {
  return {
    configFile: false,
    root: join(PROJECT, 'ui'),
    clearScreen: false,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      // The page's Content-Security-Policy allows files of its own only.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1500,
      reportCompressedSize: false,
      rolldownOptions: {
        onLog(level, log, report) {
          // "use client" means nothing here.
          if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
        },
      },
    },
  };
}

/** Writes `x.br` and `x.gz` beside each file that shrinks. */
async function compressAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) => entry.isFile() && COMPRESSIBLE.test(entry.name) && entry.name !== BUNDLED_LIST,
  );
  await Promise.all(files.map((entry) => compress(join(entry.parentPath, entry.name))));
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, quality));
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}

/** Returns the folders of the packages that have modules in the build. */
function packageFolders(output: Awaited<ReturnType<typeof build>>): readonly string[] {
  const outputs = Array.isArray(output) ? output : 'output' in output ? [output] : [];
  const modules = outputs.flatMap(({ output: files }) =>
    files.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])),
  );
  const folders = modules.map((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0]);
  return [...new Set(folders.filter((folder) => folder !== undefined))].sort();
}

if (import.meta.main) await buildUi(process.argv[2] ?? join(PROJECT, 'dist', 'ui'));
