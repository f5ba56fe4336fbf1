// Collects the licences of packages whose code is bundled.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns one text with the licence of each package in `folders`, each once. */
export function licences(folders: readonly string[]): string {
  const texts = folders.map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      readonly name: string;
      readonly version: string;
      readonly license?: unknown;
    };
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
    const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim();
    return `${name} ${version} (${JSON.stringify(license ?? 'see below')})\n\n${text}\n`;
  });
  return [...new Set(texts)].join(`\n${'-'.repeat(80)}\n\n`);
}
