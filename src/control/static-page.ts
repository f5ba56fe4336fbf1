// Static pages for a browser, without scripts, resources or frames.
import { contentPolicy, htmlPage } from '../base/html-page.ts';
import type { LocalResponse } from '../base/local-http.ts';
import { response, type Field } from './response.ts';

/** Returns the response with a page. `main`: HTML of its content, with everything from outside escaped. */
export function staticPage(status: number, title: string, main: string): LocalResponse {
  const html = htmlPage({ title, style: STYLE }, `<main>\n${main}\n</main>`);
  return response(status, 'text/html; charset=utf-8', html, [...PAGE_FIELDS, POLICY]);
}

/** Header fields of such a page, and of the files that it links to. */
export const PAGE_FIELDS: readonly Field[] = [
  { name: 'Referrer-Policy', value: 'no-referrer' },
  { name: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
  { name: 'X-Frame-Options', value: 'DENY' },
];

// The page has one column, in light and dark.
const STYLE = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f6f7f9, #14161a);
  --card: light-dark(#ffffff, #1d2026);
  --line: light-dark(#d9dde4, #343a45);
  --text: light-dark(#1b1f27, #e8eaee);
  --quiet: light-dark(#525b6b, #a3acbb);
  --accent: light-dark(#0b5cad, #7cb8f7);
  --on-accent: light-dark(#ffffff, #10202f);
  --code: light-dark(#eef1f5, #12141a);
}
* { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--ground);
  color: var(--text);
  font: 16px/1.55 system-ui, sans-serif;
}
main { max-width: 46rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .5rem; text-wrap: balance; }
h2 { font-size: 1.1rem; margin: 2.25rem 0 .75rem; }
p { margin: .5rem 0; }
a { color: var(--accent); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.quiet { color: var(--quiet); font-size: .9rem; }
ul.downloads { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: .75rem; margin: 1.25rem 0; padding: 0; list-style: none; }
.downloads a, .take {
  display: block; height: 100%; padding: .7rem 1rem; border-radius: 10px;
  background: var(--accent); color: var(--on-accent); text-decoration: none; font-weight: 600;
}
.downloads a span { display: block; font-weight: 400; font-size: .85rem; opacity: .9; }
.downloads a:hover, .take:hover { filter: brightness(1.08); }
.take { display: inline-block; height: auto; padding: .45rem .9rem; margin: .25rem 0 .75rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 1rem 0; }
dt { color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
code { font: .88em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre {
  margin: .5rem 0; padding: .65rem .8rem; white-space: pre-wrap; overflow-wrap: anywhere;
  background: var(--code); border: 1px solid var(--line); border-radius: 8px;
}
details { background: var(--card); border: 1px solid var(--line); border-radius: 12px; margin: .5rem 0; }
summary { padding: .75rem 1rem; cursor: pointer; font-weight: 600; border-radius: 12px; }
details > div { padding: 0 1rem 1rem; }
ol, ul { margin: .25rem 0; padding-left: 1.4rem; }
li { margin: .35rem 0; }
@media (max-width: 30rem) {
  main { padding-top: 1.5rem; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: .6rem; }
}
`;

/** Also as a field, since only there a policy keeps the page out of frames. */
const POLICY: Field = {
  name: 'Content-Security-Policy',
  value: `${contentPolicy({ style: STYLE })}; frame-ancestors 'none'`,
};
