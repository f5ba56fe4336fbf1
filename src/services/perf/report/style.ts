// Styles of the report, for light and dark mode and for paper.

export const STYLE = `
:root { color-scheme: light dark; --back: #fff; --soft: #f3f4f6; --line: #d4d7dd; --text: #1b1f24; --quiet: #5b6472;
  --bad: #b3261e; --first: #0b57d0; --second: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --back: #14171b; --soft: #1f2329; --line: #3a3f47; --text: #e6e8eb; --quiet: #a0a8b4; --bad: #ffb4ab;
    --first: #8ab4f8; --second: #ffb4ab; }
}
body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 76rem; margin: 0 auto; padding: 0 1.25rem 2rem; }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.125rem; }
.quiet { color: var(--quiet); }
.bad { color: var(--bad); }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)); gap: .5rem; }
dl div { background: var(--soft); border-radius: .5rem; padding: .5rem .75rem; }
dt { color: var(--quiet); font-size: .8125rem; }
dd { margin: 0; font-size: 1.25rem; font-variant-numeric: tabular-nums; }
figure { margin: 1.5rem 0; break-inside: avoid; }
figcaption { font-weight: 600; }
figcaption span { font-weight: 400; margin-left: .75rem; }
span.line0 { color: var(--first); }
span.line1 { color: var(--second); }
svg { width: 100%; height: auto; }
svg text { fill: var(--quiet); font-size: 12px; }
svg .grid { stroke: var(--line); }
polyline { fill: none; stroke-width: 2; stroke-linejoin: round; }
polyline.line0 { stroke: var(--first); }
polyline.line1 { stroke: var(--second); }
circle.line0 { fill: var(--first); }
circle.line1 { fill: var(--second); }
.wide { overflow-x: auto; }
.wide:focus-visible { outline: 2px solid var(--first); }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .375rem .75rem .375rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { color: var(--quiet); font-weight: 600; }
td, th { white-space: nowrap; }
td:first-child, td:last-child { white-space: normal; min-width: 9rem; overflow-wrap: anywhere; }
td.number, th.number { text-align: right; }
@media (max-width: 40rem) { svg text { font-size: 24px; } }
`;
