// The pages of the documentation's site: which Markdown files there are, where each one goes, and in which order.
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

export interface SourcePage {
  /** Path in the project, such as `docs/tools/README.md`. */
  readonly source: string;
  /** Path in the site, such as `tools/index.html`. */
  readonly path: string;
  readonly title: string;
  readonly markdown: string;
}

export interface Section {
  readonly title: string;
  readonly pages: readonly SourcePage[];
}

/** The page with the contents, in whose order the others are listed. */
const CONTENTS = 'docs/README.md';
/** Pages of the project that are no part of `docs/`. */
const OUTER: Readonly<Record<string, string>> = {
  'README.md': 'index.html',
  'CHANGELOG.md': 'changelog.html',
  'SECURITY.md': 'security.html',
};

/** Returns the path in the site of a Markdown file of the project; null for a file that is not on it. */
export function sitePath(source: string): string | null {
  if (source in OUTER) return OUTER[source]!;
  if (source === CONTENTS) return 'contents.html';
  const inner = /^docs\/(.+)\.md$/.exec(source)?.[1];
  return inner === undefined ? null : `${inner.replace(/(^|\/)README$/, '$1index')}.html`;
}

/** Reads all pages of a project. */
export function readPages(project: string): readonly SourcePage[] {
  const found = globSync([...Object.keys(OUTER), 'docs/**/*.md'], { cwd: project });
  return found
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
    .map((source) => pageOf(source, readFileSync(posix.join(project, source), 'utf8')));
}

export function pageOf(source: string, markdown: string): SourcePage {
  const path = sitePath(source);
  if (path === null) throw new Error(`${source} has no place on the site`);
  const title = /^# +(.+)$/m.exec(markdown)?.[1]?.replaceAll(/[`*]/g, '') ?? source;
  return { source, path, title, markdown };
}

/** Groups pages by the headings of the contents; a folder's pages follow its first one, and what is in no list comes last. */
export function sectionsOf(pages: readonly SourcePage[]): readonly Section[] {
  const bySource = new Map(pages.map((page) => [page.source, page]));
  const listed = new Set<SourcePage>();
  const take = (source: string): readonly SourcePage[] => {
    const page = bySource.get(source);
    const within = source.endsWith('/README.md') ? pagesIn(posix.dirname(source), pages) : [];
    const fresh = [...(page === undefined ? [] : [page]), ...within].filter((each) => !listed.has(each));
    fresh.forEach((each) => listed.add(each));
    return fresh;
  };
  const contents = bySource.get(CONTENTS);
  const start = { title: 'Start', pages: ['README.md', CONTENTS].flatMap(take) };
  const sections = (contents?.markdown ?? '')
    .split(/^## +/m)
    .map((text, at) => ({
      title: at === 0 ? start.title : (text.split('\n')[0] ?? ''),
      pages: [...(at === 0 ? start.pages : []), ...linkedFiles(text).flatMap(take)],
    }))
    .filter((section) => section.pages.length > 0);
  const others = pages.filter((page) => !listed.has(page));
  return others.length === 0 ? sections : [...sections, { title: 'More', pages: others }];
}

/** Returns the pages of a folder other than its first one. */
function pagesIn(folder: string, pages: readonly SourcePage[]): readonly SourcePage[] {
  return folder === 'docs'
    ? []
    : pages.filter(({ source }) => posix.dirname(source) === folder && !source.endsWith('/README.md'));
}

/** Returns the files in `docs/` to which a text links, in order; a folder stands for its pages. */
function linkedFiles(markdown: string): readonly string[] {
  return Array.from(markdown.matchAll(/\]\(([^)#:]+?)(?:#[^)]*)?\)/g), ([, link = '']) =>
    posix.normalize(`docs/${link.endsWith('/') ? `${link}README.md` : link}`),
  ).filter((file) => file.startsWith('docs/') && file.endsWith('.md'));
}
