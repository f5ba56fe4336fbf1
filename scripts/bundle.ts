// Bundles the program with all its dependencies into files in dist/: loading hundreds of modules one by one is most of the time that a
// short command takes. Declarations come from the compiler. `node scripts/bundle.ts [dist]`
import { readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { basename, join, posix, relative, sep } from 'node:path';
import { rolldown, type Plugin } from 'rolldown';
import { writeLicences } from './licences.ts';

const PROJECT = join(import.meta.dirname, '..');
const SOURCES = join(PROJECT, 'src');
/** The modules that others import, and the one that `bin/` starts. */
const ENTRIES = ['index', 'client', 'cli/main'];
/** A package that users of PostgreSQL may have installed; `pg` asks for it. */
const OPTIONAL = ['pg-native'];

/** Finds modules and files that are named by a URL relative to a module: workers and preloads. */
const BESIDE = /new URL\('(\.\/[^']+\.(?:ts|cjs|php|py|rb))', import\.meta\.url\)/g;
/** Finds files of packages that are named by their specifier. */
const OF_PACKAGE = /import\.meta\.resolve\('([^']+)'\)/g;
const MODULE_URL = 'import.meta.url';
const PLACE_MARK = '__placeOf(';
const MARKED_PLACE = /__placeOf\("([^"]+)"\)/g;

/** Bundles the modules `entries` of `src/`, named without their extension, with all that they import. */
export async function bundle(dist: string, entries: readonly string[] = ENTRIES): Promise<void> {
  const bundled = await rolldown({
    input: Object.fromEntries(entries.map((entry) => [entry, join(SOURCES, `${entry}.ts`)])),
    platform: 'node',
    external: (id) => isBuiltin(id) || OPTIONAL.includes(id),
    plugins: [places(), withoutValidator()],
    // A histogram of a package can be written as text by code that it evaluates; ours are not.
    checks: { eval: false },
  });
  const { output } = await bundled.write({
    dir: dist,
    format: 'esm',
    sourcemap: true,
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  });
  await bundled.close();
  const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
  writeLicences(dist, packageFolders(modules));
}

/** Returns the folders of the packages that these modules belong to, sorted. */
function packageFolders(modules: readonly string[]): readonly string[] {
  const folder = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;
  const found = modules.flatMap((id) => folder.exec(id.replace(/^\0/, ''))?.[0] ?? []);
  return [...new Set(found)].sort();
}

/**
 * Keeps `import.meta.url` of each module as if it were a file of its own, although modules move into chunks, and emits
 * the files that modules name by a relative URL or find in a package.
 */
function places(): Plugin {
  return {
    name: 'places',
    transform(code, id) {
      if (!id.startsWith(SOURCES + sep) || !/import\.meta\.(?:url|resolve\()/.test(code)) return null;
      const own = relative(SOURCES, id).split(sep).join('/');
      for (const [, named = ''] of code.matchAll(BESIDE)) {
        const fileName = posix.join(posix.dirname(own), named);
        const file = join(SOURCES, fileName);
        if (named.endsWith('.ts')) this.emitFile({ type: 'chunk', id: file, fileName: asJs(fileName) });
        else this.emitFile({ type: 'asset', fileName, source: readFileSync(file) });
      }
      const whole = code.replaceAll(OF_PACKAGE, (_, specifier: string) => {
        const file = createRequire(id).resolve(specifier);
        const fileName = `packages/${basename(file)}`;
        this.emitFile({ type: 'asset', fileName, source: readFileSync(file) });
        return `${PLACE_MARK}${JSON.stringify(fileName)})`;
      });
      return { code: whole.replaceAll(MODULE_URL, `${PLACE_MARK}${JSON.stringify(asJs(own))})`), map: null };
    },
    renderChunk(code, { fileName }) {
      if (!code.includes(PLACE_MARK)) return null;
      const placed = code.replaceAll(MARKED_PLACE, (_, own: string) => {
        const path = posix.relative(posix.dirname(fileName), own);
        return `new URL(${JSON.stringify(path)}, ${MODULE_URL}).href`;
      });
      return { code: placed, map: null };
    },
  };
}

/**
 * Leaves out the schema validator of the protocol's library, 300 KB that load at each start. It checks what a server
 * asks its client for, and ours asks for nothing.
 */
function withoutValidator(): Plugin {
  const shims = /[\\/]@modelcontextprotocol[\\/]server[\\/]dist[\\/]shimsNode\.mjs$/;
  return {
    name: 'without validator',
    load: (id) =>
      shims.test(id)
        ? "import process from 'node:process';\nexport class DefaultJsonSchemaValidator {}\nexport { process };"
        : null,
  };
}

function asJs(path: string): string {
  return path.replace(/\.ts$/, '.js');
}

if (import.meta.main) await bundle(process.argv[2] ?? join(PROJECT, 'dist'));
