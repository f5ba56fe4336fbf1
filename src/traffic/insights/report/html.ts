// Renders the full report as one HTML file that loads nothing and runs no script.
import { escapeHtml } from '../../../base/escape-html.ts';
import { htmlPage } from '../../../base/html-page.ts';
import { productName } from '../../../base/product.ts';
import type { Report } from './index.ts';
import { isLimited, overview, reportSections, type Cell, type Section } from './tables.ts';

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d9dce1, #3a3f47); --soft: light-dark(#f5f6f8, #22262c); }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 76rem; margin: 2rem auto; padding: 0 1.25rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin: 2.25rem 0 .5rem; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; } p { margin: .35rem 0; }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: .35rem .6rem; border-top: 1px solid var(--line); }
th { background: var(--soft); border-top: 0; white-space: nowrap; } .number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere; } td.short { white-space: nowrap; } td.long { min-width: 14rem; }
.mark { font-weight: 600; } .high, .failed { color: light-dark(#b3261e, #ff8a80); } .medium { color: light-dark(#8a5a00, #ffca6b); } .passed { color: light-dark(#1b6e3c, #7ddc9f); }
.verdict { font-weight: 600; padding: .5rem .8rem; border-radius: 6px; background: var(--soft); }
`;

export function htmlReport(report: Report): string {
  const title = `${productName}: traffic report`;
  const sections = reportSections(report);
  return htmlPage(
    { title, style: STYLE },
    `<header>
<h1>${escapeHtml(title)}</h1>
${verdict(report)}
${overview(report).map(paragraph).join('\n')}
<nav aria-label="Sections">${sections.map(({ title: name }, at) => `<a href="#s${at}">${escapeHtml(name)}</a>`).join('')}</nav>
</header>
<main>
${sections.map(sectionText).join('\n')}
${isLimited(report) ? paragraph(`Each list shows at most ${report.limit} entries.`) : ''}
</main>`,
  );
}

function verdict({ run }: Report): string {
  if (run === null || run.checks.length === 0) return '';
  const failed = run.checks.filter(({ hasPassed }) => !hasPassed).length;
  const [result, words] =
    failed === 0
      ? ['passed', 'All checks passed']
      : ['failed', `${failed} of ${run.checks.length} checks failed`];
  return `<p class="verdict ${result}">${words}</p>`;
}

function sectionText({ title, sentences, columns, rows, none }: Section, at: number): string {
  const head = columns.map((column, at) => headText(column, rows[0]?.[at])).join('');
  const body = rows.map((row) => `<tr>${row.map(cellText).join('')}</tr>`).join('\n');
  const table = `<div class="scroll" tabindex="0" role="region" aria-labelledby="s${at}"><table><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table></div>`;
  return `<section><h2 id="s${at}">${escapeHtml(title)}</h2>\n${sentences.map(paragraph).join('\n')}\n${rows.length === 0 ? paragraph(none) : table}</section>`;
}

/** Numbers stand below the end of their heading. */
function headText(column: string, below: Cell | undefined): string {
  const number = below?.type === 'number' ? ' class="number"' : '';
  return `<th scope="col"${number}>${escapeHtml(column)}</th>`;
}

/** Characters that a narrow screen has room for in a line or two; longer ones break, but not at every letter. */
const SHORT_CODE = 20;
const SHORT_TEXT = 40;

function cellText({ type, text }: Cell): string {
  const shown = escapeHtml(visible(text));
  if (type === 'code')
    return text === ''
      ? '<td>–</td>'
      : `<td class="${text.length > SHORT_CODE ? 'long' : 'short'}"><code>${shown}</code></td>`;
  if (type === 'severity') return `<td><span class="mark ${escapeHtml(text)}">${shown}</span></td>`;
  if (type === 'number') return `<td class="number">${shown}</td>`;
  return text.length > SHORT_TEXT ? `<td class="long">${shown}</td>` : `<td>${shown}</td>`;
}

function paragraph(text: string): string {
  return `<p>${escapeHtml(visible(text))}</p>`;
}

/** Removes characters that would reorder or hide what is read. */
function visible(text: string): string {
  return text.replace(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, ' ').slice(0, 2000);
}
