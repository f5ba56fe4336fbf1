// Styles of the page for light and dark mode, and for wide and narrow windows.

export const STYLE = `
:root {
  color-scheme: light dark;
  --back: #fff; --soft: #f3f4f6; --line: #d4d7dd; --text: #1b1f24; --quiet: #5b6472;
  --good: #146c2e; --bad: #b3261e; --warn: #8a5000; --link: #0b57d0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #14171b; --soft: #1f2329; --line: #3a3f47; --text: #e6e8eb; --quiet: #a0a8b4;
    --good: #6dd58c; --bad: #ffb4ab; --warn: #f6c26b; --link: #8ab4f8;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
#head, main, noscript { display: block; max-width: 76rem; margin: 0 auto; padding: 0 1.25rem; }
h1 { font-size: 1.5rem; margin: 1.25rem 0 0; overflow-wrap: anywhere; }
h2 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
h3 { font-size: .875rem; margin: .75rem 0 .25rem; color: var(--quiet); }
.quiet { color: var(--quiet); }
.good { color: var(--good); }
.bad { color: var(--bad); }
.warn { color: var(--warn); }
#head p, .details section p { margin: .25rem 0; overflow-wrap: anywhere; }
dl.totals { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .5rem; margin: 1rem 0; }
dl.totals div { background: var(--soft); border-radius: .5rem; padding: .5rem .75rem; }
dl.totals dt { color: var(--quiet); font-size: .8125rem; }
dl.totals dd { margin: 0; font-size: 1.25rem; font-variant-numeric: tabular-nums; }
dl.totals small { font-size: .8125rem; }
#filters {
  display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; padding: .75rem 0;
  position: sticky; top: 0; background: var(--back); border-bottom: 1px solid var(--line); z-index: 1;
}
#filters .text { flex: 1 1 16rem; display: flex; gap: .5rem; align-items: center; }
#filters input[type=search] { flex: 1; min-width: 0; }
#filters input[type=number] { width: 6rem; }
input, button {
  font: inherit; color: inherit; background: var(--back); border: 1px solid var(--line); border-radius: .375rem;
  padding: .25rem .5rem;
}
input:focus-visible, button:focus-visible, summary:focus-visible { outline: 2px solid var(--link); outline-offset: 1px; }
#shown { color: var(--quiet); margin-left: auto; }
#more { margin: 1rem 0 2rem; padding: .5rem 1rem; background: var(--soft); }
details { border-bottom: 1px solid var(--line); }
summary {
  display: grid; grid-template-columns: 1.25rem 4.5rem minmax(0, 1fr) 4rem 4.5rem 9rem; gap: 0 .75rem; padding: .4rem 0;
  cursor: pointer; list-style: none; align-items: baseline;
}
summary::-webkit-details-marker { display: none; }
summary:hover { background: var(--soft); }
summary .name { overflow-wrap: anywhere; }
summary .url { display: block; color: var(--quiet); font-size: .8125rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
details[open] > summary .url { white-space: normal; }
summary .method { font: 600 .8125rem ui-monospace, monospace; overflow-wrap: anywhere; }
summary .measure { font-variant-numeric: tabular-nums; text-align: right; white-space: nowrap; }
.details { padding: 0 0 1rem 2rem; overflow-wrap: anywhere; }
.details ul { list-style: none; margin: 0; padding: 0; }
.details li p { margin: 0 0 .25rem 1.25rem; white-space: pre-wrap; }
.details .columns { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0 1.5rem; }
table { border-collapse: collapse; width: 100%; font: .8125rem/1.45 ui-monospace, monospace; }
th, td { text-align: left; vertical-align: top; padding: .125rem .75rem .125rem 0; overflow-wrap: anywhere; font-weight: 400; }
th { color: var(--quiet); width: 35%; }
pre {
  background: var(--soft); border-radius: .375rem; margin: .25rem 0; padding: .5rem .75rem; overflow: auto; max-height: 26rem;
  font: .8125rem/1.45 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere;
}
@media (max-width: 48rem) {
  #head, main, noscript { padding: 0 .75rem; }
  #filters { position: static; }
  #filters .text { flex-basis: 100%; }
  summary { grid-template-columns: 1.25rem minmax(0, 1fr) auto auto; }
  summary .method { grid-column: 2; }
  summary .name { grid-column: 2 / -1; grid-row: 2; }
  summary .size { display: none; }
  .details { padding-left: 0; }
  .details .columns { grid-template-columns: minmax(0, 1fr); }
}
@media print { #filters, #more { display: none; } pre { max-height: none; } }
`;
