// The frame of the page: a policy that allows neither fetching nor scripts, and styles for light and dark mode.
import { escapeHtml } from '../../../base/escape-html.ts';

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const STYLE = `
:root { color-scheme: light dark; --line: #d4d7dd; --soft: #f3f4f6; --quiet: #5b6472; --link: #0b57d0; }
@media (prefers-color-scheme: dark) {
  :root { --line: #3a3f47; --soft: #1f2329; --quiet: #a0a8b4; --link: #8ab4f8; }
}
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; display: grid; grid-template-columns: 18rem minmax(0, 1fr); }
nav { border-right: 1px solid var(--line); padding: 1rem; position: sticky; top: 0; height: 100vh; overflow: auto; }
nav h2 { font-size: 1rem; margin: 0 0 .5rem; }
nav ul { list-style: none; margin: 0; padding-left: .75rem; }
main { padding: 1rem 2rem 4rem; max-width: 60rem; }
a { color: var(--link); }
section { border-top: 1px solid var(--line); margin-top: 1.5rem; padding-top: .5rem; }
h1, h2, h3, h4, h5, h6, p, li, summary { overflow-wrap: anywhere; }
td { overflow-wrap: break-word; min-width: 8rem; max-width: 30rem; }
td p { margin: 0 0 .25rem; }
pre { background: var(--soft); padding: .75rem; overflow: auto; max-height: 30rem; }
code, pre { font: .875rem/1.45 ui-monospace, monospace; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; }
th, td { border: 1px solid var(--line); padding: .25rem .5rem; text-align: left; vertical-align: top; }
caption { text-align: left; font-weight: 600; padding: .25rem 0; }
blockquote { border-left: 3px solid var(--line); margin: .5rem 0; padding-left: 1rem; color: var(--quiet); }
.quiet { color: var(--quiet); }
.off { color: var(--quiet); text-decoration: line-through; }
@media (max-width: 50rem) {
  body { display: block; }
  nav { position: static; height: auto; border: 0; border-bottom: 1px solid var(--line); }
}
@media print { nav { display: none; } body { display: block; } pre { max-height: none; } }
`;

export function renderPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`;
}
