// The default port stands once: code derives it, and pages that name it are compared.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { defaultPort } from '../../src/base/default-port.ts';

const root = new URL('../../', import.meta.url).pathname;
const read = (file: string): string => readFileSync(root + file, 'utf8');

test('code does not write it again', () => {
  const files = globSync(['{src,ui,bin,scripts}/**/*.{ts,tsx,js,mjs}'], { cwd: root });
  const again = files.filter((file) => new RegExp(`\\b${defaultPort}\\b`).test(read(file)));
  expect(again.filter((file) => !file.endsWith('.test.ts'))).toEqual(['src/base/default-port.ts']);
});

/** Ports of other proxies: Squid's. */
const OTHERS = ['3128'];
/** The proxy as commands, variables and what is printed name it. */
const PROXY =
  /(?:-x |proxy=|listening on |--socks5-hostname |127\.0\.0\.1 port |X-Proxy-Token: [^\n]{0,60}?)(?:http:\/\/)?(?:127\.0\.0\.1:|host\.docker\.internal:)?(\d{4,5})\b/gi;

test('pages name this one, or one that they choose', () => {
  const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root });
  const named = pages.flatMap((page) => {
    const text = read(page);
    const ports = [...text.matchAll(/--(?:socks-)?port[ =](\d+)/g)].map(([, port]) => port);
    const chosen = new Set([...OTHERS, ...ports]);
    return [...text.matchAll(PROXY)]
      .map(([, port]) => ({ page, port }))
      .filter(({ port }) => !chosen.has(port));
  });
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter(({ port }) => port !== String(defaultPort))).toEqual([]);
  expect(read('docs/command-line.md')).toContain(`Port to listen on, default ${defaultPort};`);
});
