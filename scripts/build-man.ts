// Writes the manual pages of the command line, from the declarations of the commands: `node scripts/build-man.ts
// [folder]`, by default dist/man.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../src/base/product.ts';
import { sections } from '../src/cli/commands/index.ts';
import { buildProgram } from '../src/cli/program.ts';
import { dateOf } from './release/changelog.ts';
import { manualPages } from './man/page.ts';

/** Writes the pages into `folder`, and returns their names. */
export async function buildMan(folder: string): Promise<readonly string[]> {
  const program = await buildProgram(sections, { args: [], finish: () => undefined });
  const changelog = readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8');
  const pages = manualPages(program, { version, date: dateOf(changelog, version) ?? '' });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { file, text } of pages) writeFileSync(join(folder, file), text);
  return pages.map(({ file }) => file);
}

if (import.meta.main) await buildMan(process.argv[2] ?? join(import.meta.dirname, '..', 'dist', 'man'));
