// The style of the page: light and dark, for narrow screens and for paper.

export const STYLE = `
:root { color-scheme: light; --back: #fff; --text: #1b1f24; --line: #d4d7dd; --soft: #f4f5f7; --quiet: #59616d; --link: #0b57d0;
  --get: #0a6b3d; --post: #8a5300; --put: #0b57d0; --delete: #b3261e; --hit: #fff3bf; }
@media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { color-scheme: dark; --back: #14171b; --text: #e6e8eb; --line: #3a3f47;
  --soft: #1e2227; --quiet: #a5adb9; --link: #8ab4f8; --get: #6fd49c; --post: #f0b866; --put: #8ab4f8; --delete: #f2a09a; --hit: #4a3f12; } }
:root[data-theme="dark"] { color-scheme: dark; --back: #14171b; --text: #e6e8eb; --line: #3a3f47;
  --soft: #1e2227; --quiet: #a5adb9; --link: #8ab4f8; --get: #6fd49c; --post: #f0b866; --put: #8ab4f8; --delete: #f2a09a; --hit: #4a3f12; }
* { box-sizing: border-box; }
html { scroll-padding-top: 3.5rem; }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; color: var(--text); background: var(--back);
  display: grid; grid-template-columns: 19rem minmax(0, 1fr); }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: .5rem; z-index: 3; background: var(--back); padding: .25rem .75rem; }
nav { border-right: 1px solid var(--line); padding: 1rem; position: sticky; top: 0; height: 100vh; overflow: auto; }
nav h2 { font-size: 1rem; margin: 0 0 .5rem; }
nav ul { list-style: none; margin: 0; padding-left: .75rem; }
nav > ul { padding-left: 0; }
nav li { margin: .125rem 0; overflow-wrap: anywhere; }
nav a { color: inherit; text-decoration: none; display: block; padding: .125rem .375rem; border-radius: .25rem; }
nav a:hover { background: var(--soft); text-decoration: underline; }
nav a[aria-current] { background: var(--soft); font-weight: 600; }
nav li[data-folder] > a { font-weight: 600; }
nav [role=search] { margin-bottom: .75rem; }
input[type=search], select, button { font: inherit; color: inherit; background: var(--back); border: 1px solid var(--line); border-radius: .25rem; padding: .25rem .5rem; }
input[type=search] { width: 100%; }
button { cursor: pointer; }
#menu { display: none; }
.tools { position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: flex-end;
  padding: .5rem 2rem; background: var(--back); border-bottom: 1px solid var(--line); }
html:not(.js) .scripted, .js .unscripted { display: none; }
main { padding: 1rem 2rem 4rem; max-width: 64rem; }
section { border-top: 1px solid var(--line); margin-top: 1.5rem; padding-top: .5rem; }
section.request { content-visibility: auto; contain-intrinsic-size: auto 40rem; }
h1, h2, h3, h4, h5, h6, p, li, summary { overflow-wrap: anywhere; }
td { overflow-wrap: anywhere; min-width: 6rem; max-width: 30rem; }
td p { margin: 0 0 .25rem; }
pre { background: var(--soft); padding: .75rem; margin: .25rem 0; overflow: auto; max-height: 30rem; border-radius: .25rem; }
code, pre { font: .875rem/1.5 ui-monospace, monospace; }
.method { font: 600 .75rem/1.4 ui-monospace, monospace; }
.GET { color: var(--get); } .POST { color: var(--post); } .PUT, .PATCH { color: var(--put); } .DELETE { color: var(--delete); }
.line { font: .9375rem/1.5 ui-monospace, monospace; background: var(--soft); padding: .5rem .75rem; border-radius: .25rem; overflow-wrap: anywhere; }
.code { border: 1px solid var(--line); border-radius: .25rem; margin: .75rem 0; }
.code pre { border-radius: 0; margin: 0; }
.bar { display: flex; justify-content: space-between; align-items: center; padding: .25rem .75rem; color: var(--quiet); font-size: .875rem; min-height: 2.25rem; }
.copy { padding: 0 .5rem; font-size: .875rem; color: var(--text); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; }
th, td { border: 1px solid var(--line); padding: .25rem .5rem; text-align: left; vertical-align: top; }
caption { text-align: left; font-weight: 600; padding: .25rem 0; }
details > summary { cursor: pointer; }
blockquote { border-left: 3px solid var(--line); margin: .5rem 0; padding-left: 1rem; color: var(--quiet); }
.quiet { color: var(--quiet); }
.required { color: var(--delete); font-size: .8125rem; }
.optional { color: var(--quiet); font-size: .8125rem; }
[hidden] { display: none !important; }
@media (max-width: 50rem) {
  body { display: block; }
  .js #menu { display: inline-block; margin-right: auto; }
  nav { position: static; height: auto; max-height: none; border: 0; border-bottom: 1px solid var(--line); }
  .js nav { display: none; position: fixed; inset: 3.25rem 0 0; z-index: 2; background: var(--back); }
  .js nav.open { display: block; }
  .tools { padding: .5rem 1rem; flex-wrap: nowrap; gap: .5rem; white-space: nowrap; }
  #format { max-width: 8rem; }
  main { padding: .5rem 1rem 3rem; }
}
@media print {
  :root { color-scheme: light; --back: #fff; --text: #000; --line: #bbb; --soft: #f4f4f4; --quiet: #444; }
  nav, .tools, .copy, .skip { display: none !important; }
  body { display: block; }
  pre { max-height: none; white-space: pre-wrap; overflow-wrap: anywhere; }
  section.request { content-visibility: visible; break-inside: auto; }
  h1, h2, h3, h4, h5, h6 { break-after: avoid; }
}
`;
