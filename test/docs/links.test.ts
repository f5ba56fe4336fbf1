// Every relative link of the documentation leads to a file that is there, and to a heading of it.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const PROJECT = resolve(import.meta.dirname, '../..');
const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: PROJECT });

test.each(pages)('%s', (page) => {
  const path = join(PROJECT, page);
  const broken = linksOf(readFileSync(path, 'utf8')).filter((link) => !leadsSomewhere(path, link));
  expect(broken).toEqual([]);
});

function linksOf(markdown: string): readonly string[] {
  const prose = markdown.replaceAll(/^(```|~~~)[^]*?^\1/gm, '').replaceAll(/`[^`\n]*`/g, '');
  return Array.from(prose.matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link).filter(
    (link) => !/^[a-z]+:/i.test(link),
  );
}

function leadsSomewhere(page: string, link: string): boolean {
  const [file = '', heading] = link.split('#');
  const target = file === '' ? page : join(dirname(page), decodeURI(file));
  if (!existsSync(target)) return false;
  return heading === undefined || !target.endsWith('.md') || headingsOf(target).includes(heading);
}

/** Returns the ids that GitHub gives the headings. */
function headingsOf(page: string): readonly string[] {
  return Array.from(readFileSync(page, 'utf8').matchAll(/^#{1,6} +(.+)$/gm), ([, text = '']) =>
    text
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );
}
