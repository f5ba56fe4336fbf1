// Writes the declarations of the library into dist/: one file for each entry, complete in itself, so that users need no
// package for its types. `node scripts/declarations.ts [dist]`
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { generateDtsBundle } from 'dts-bundle-generator';

const PROJECT = join(import.meta.dirname, '..');
const ENTRIES = ['index', 'client'];
const [, , dist = join(PROJECT, 'dist')] = process.argv;
const modules = join(PROJECT, 'declarations');

try {
  const compiler = join(PROJECT, 'node_modules', 'typescript-7', 'bin', 'tsc');
  // Information of an earlier build would say that these files exist.
  const info = join(modules, 'tsc.tsbuildinfo');
  const project = [
    '-p',
    join(PROJECT, 'tsconfig.build.json'),
    '--outDir',
    modules,
    '--tsBuildInfoFile',
    info,
  ];
  execFileSync(process.execPath, [compiler, ...project], { stdio: 'inherit' });
  const bundles = generateDtsBundle(
    ENTRIES.map((entry) => ({
      filePath: join(modules, `${entry}.d.ts`),
      output: { exportReferencedTypes: false, noBanner: true },
      libraries: { inlinedLibraries: ['zod'] },
    })),
    { preferredConfigPath: join(PROJECT, 'tsconfig.json') },
  );
  for (const [at, text] of bundles.entries())
    writeFileSync(join(dist, `${ENTRIES[at]}.d.ts`), withBuiltins(text));
} finally {
  rmSync(modules, { recursive: true, force: true });
}

/** Adds the imports of modules of Node.js whose default is used as a namespace, which the bundler leaves out. */
function withBuiltins(text: string): string {
  const code = text.replace(/\/\*[^]*?\*\/|\/\/.*/g, '');
  const used = builtinModules.filter(
    (name) =>
      new RegExp(`(?<![\\w.'"/])${name}\\.[A-Z]`).test(code) &&
      !new RegExp(`\\b(?:namespace|import|as) ${name}\\b`).test(code),
  );
  return used.map((name) => `import type ${name} from 'node:${name}';\n`).join('') + text;
}
