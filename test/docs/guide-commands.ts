// Readers of the guides in docs/moving: commands, filters, rules, settings and scripts that they show.
import { readFileSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../docs/moving/', import.meta.url));

export const guides = globSync('*.md', { cwd: folder }).toSorted();

export function guideText(name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

/** Returns the commands of `proxyctl` in the text and its blocks for a shell, as words without the name. */
export function commandsOf(text: string): readonly (readonly string[])[] {
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, script = '']) => script.split('\n'));
  const prose = text.replaceAll(/^```.*?^```$/gms, '');
  const spans = Array.from(prose.matchAll(/`([^`\n]+)`/g), ([, code = '']) => code);
  return [...blocks, ...spans]
    .filter((line) => line.startsWith('proxyctl '))
    .map((line) => wordsOf(line).slice(1));
}

/** Splits a command as a shell does: words, 'quoted' ones, and options with a quoted value. */
function wordsOf(line: string): readonly string[] {
  return Array.from(line.matchAll(/(?:'[^']*'|[^\s'])+/g), ([word]) => word.replaceAll("'", ''));
}

/** Returns the filters of the section Filters: code in its last column, and in the text. */
export function filtersOf(text: string): readonly string[] {
  const [, section = ''] = /^## Filters\n(.*?)(?=^## |(?![^]))/ms.exec(text) ?? [];
  const cells = section
    .split('\n')
    .map((line) => (line.startsWith('|') ? (line.split(/(?<!\\)\|/).at(-2) ?? '') : examplesIn(line)));
  return cells.flatMap((cell) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, filter = '']) => filter));
}

/** A line of text has filters only behind "has no expression for:"; other code there is something else. */
function examplesIn(line: string): string {
  return /no expression for: (.*)$/.exec(line)?.[1] ?? '';
}

/** Returns the JSON blocks of a page, in their order. */
export function jsonOf(text: string): readonly string[] {
  return Array.from(text.matchAll(/^```json\n(.*?)^```$/gms), ([, json = '']) => json);
}

/** Returns the scripts of a page by the name in their first line. */
export function scriptsOf(text: string): Readonly<Record<string, string>> {
  const found = text.matchAll(/^```js\n\/\/ (\S+)\n(.*?)^```$/gms);
  return Object.fromEntries(Array.from(found, ([, name = '', script = '']) => [name, script]));
}
