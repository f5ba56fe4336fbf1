// `npm run build:docs`: makes a static site of the documentation in dist-docs/VERSION, which any web server, and a folder
// opened in a browser, shows without a request to anybody else. With several versions beside each other, each page has a
// choice of them.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import MiniSearch from 'minisearch';
import { build } from 'vite';
import { version as current } from '../../src/base/product.ts';
import { framed } from './layout.ts';
import { readPages, sectionsOf, type Section } from './pages.ts';
import { referenceSection } from './reference.ts';
import { imagePath, renderPage } from './render.ts';
import { SEARCH } from './search.ts';

const PROJECT = resolve(import.meta.dirname, '../..');

export interface SiteOptions {
  /** The folder of all versions. */
  readonly folder: string;
  readonly version: string;
}

/** Makes the site of a version, and returns the number of its pages. */
export async function buildSite({ folder, version }: SiteOptions): Promise<number> {
  const out = join(folder, version);
  rmSync(out, { recursive: true, force: true });
  const sections = [...sectionsOf(readPages(PROJECT)), await referenceSection()];
  writePages(out, sections, version);
  writeFileSync(join(out, 'site.css'), styles());
  copyFileSync(join(PROJECT, 'assets', 'icon', 'icon.svg'), join(out, 'icon.svg'));
  await buildScripts(out);
  writeVersions(folder);
  return sections.reduce((sum, { pages }) => sum + pages.length, 0);
}

function writePages(out: string, sections: readonly Section[], version: string): void {
  const repository = repositoryAddress();
  const search = new MiniSearch(SEARCH);
  for (const page of sections.flatMap(({ pages }) => pages)) {
    const { html, headings, parts, files } = renderPage(page, repository);
    write(join(out, page.path), framed({ page, html, headings, sections, version, repository }));
    for (const file of files) copy(join(PROJECT, file), join(out, imagePath(file)));
    for (const { id, title, text } of parts)
      search.add({ id: `${page.path}#${id}`, page: page.title, title, text });
  }
  // A script, since a page that was opened from a folder may not fetch files.
  write(
    join(out, 'search-index.js'),
    `globalThis.proxyctlSearchIndex = ${JSON.stringify(JSON.stringify(search))};\n`,
  );
}

/** Returns the address of a file of the project without its path. */
function repositoryAddress(): string {
  const { repository } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
    readonly repository: string;
  };
  return `https://github.com/${repository.replace(/^github:/, '')}/blob/main`;
}

function styles(): string {
  const own = readFileSync(join(import.meta.dirname, 'site.css'), 'utf8');
  return `${readFileSync(join(PROJECT, 'ui', 'styles', 'tokens.css'), 'utf8')}\n${own}`;
}

async function buildScripts(out: string): Promise<void> {
  for (const name of ['theme', 'site'])
    await build({
      configFile: false,
      root: import.meta.dirname,
      logLevel: 'warn',
      build: {
        outDir: out,
        emptyOutDir: false,
        target: 'es2023',
        lib: {
          entry: join(import.meta.dirname, 'browser', `${name}.ts`),
          name,
          // Browsers load no modules from a folder.
          formats: ['iife'],
          fileName: () => `${name}.js`,
        },
      },
    });
}

/** Lists the versions that are there, newest first, and leads to the newest. */
function writeVersions(folder: string): void {
  const versions = readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'index.html')))
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  const newest = versions[0] ?? current;
  write(join(folder, 'versions.js'), `globalThis.proxyctlVersions = ${JSON.stringify(versions)};\n`);
  const target = `${encodeURIComponent(newest)}/index.html`;
  write(
    join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Traffic Proxy</title><meta http-equiv="refresh" content="0; url=${target}"><a href="${target}">Documentation</a>\n`,
  );
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: join(PROJECT, 'dist-docs') },
      'doc-version': { type: 'string', default: current },
    },
  });
  const count = await buildSite({ folder: resolve(values.out), version: values['doc-version'] });
  process.stdout.write(`${count} pages in ${join(values.out, values['doc-version'])}\n`);
}
