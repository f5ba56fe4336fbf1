// Checks the imports of src/ and ui/ against the rooms of docs/architecture.md, and that a folder's entry is its index.
// `node scripts/check-rooms.ts [root]` prints `file:line: reason` per violation, exit 1 when there is any.
import { readdirSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cycles } from './rooms/cycles.ts';
import { knots } from './rooms/knots.ts';
import type { Violation } from './rooms/violation.ts';
import { readImports, type Import, type Module } from './rooms/imports.ts';
import { violationOf } from './rooms/rules.ts';
import { uiViolations } from './rooms/ui.ts';

/** The result of a check. */
export interface RoomReport {
  readonly modules: number;
  readonly imports: number;
  readonly violations: readonly Violation[];
}

/** Checks the project in the folder `root`. Test files may import anything and are left out. */
export function checkRooms(root: string): RoomReport {
  const modules = sourceFiles(root)
    .filter((path) => !/\.test\.[^.]+$/.test(path))
    .map((path) => readImports(root, path));
  const single = modules.flatMap((module) => module.imports.flatMap((found) => violationsOf(module, found)));
  return {
    modules: modules.length,
    imports: modules.reduce((total, module) => total + module.imports.length, 0),
    violations: [
      ...single,
      ...cycles(modules),
      ...knots(modules),
      ...entryViolations(modules),
      ...uiViolations(modules),
    ].sort(byPosition),
  };
}

function violationsOf(module: Module, found: Import): readonly Violation[] {
  const reason = violationOf(module.path, found);
  return reason === undefined ? [] : [{ file: module.path, line: found.line, reason }];
}

/** A folder is entered through its index: `x.ts` beside the folder `x/` would be a second entry. */
function entryViolations(modules: readonly Module[]): readonly Violation[] {
  const folders = new Set(modules.map(({ path }) => path.slice(0, path.lastIndexOf('/'))));
  return modules.flatMap(({ path }) => {
    const folder = path.replace(/\.[^./]+$/, '');
    const reason = `stands beside the folder ${folder}/: move it to ${folder}/index.ts`;
    return folders.has(folder) ? [{ file: path, line: 1, reason }] : [];
  });
}

function sourceFiles(root: string): readonly string[] {
  return ['src', 'ui']
    .flatMap((folder) => filesBelow(join(root, folder)))
    .filter((path) => /\.[cm]?[jt]sx?$/.test(path) && !/\.d\.[cm]?ts$/.test(path))
    .map((path) => relative(root, path).split(sep).join('/'))
    .sort();
}

function filesBelow(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.split(sep).includes('node_modules'))
      .map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function byPosition(a: Violation, b: Violation): number {
  return a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1;
}

function main(root: string): number {
  const { modules, imports, violations } = checkRooms(root);
  for (const { file, line, reason } of violations) process.stdout.write(`${file}:${line}: ${reason}\n`);
  process.stdout.write(`rooms: ${modules} modules, ${imports} imports, ${violations.length} violations\n`);
  if (modules === 0) process.stderr.write(`error: no module found in ${root}: nothing was checked\n`);
  return violations.length > 0 || modules === 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = main(resolve(process.argv[2] ?? '.'));
