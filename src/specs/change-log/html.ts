// The change log as one HTML file that loads nothing and runs no script.
import { escapeHtml } from '../../base/escape-html.ts';
import { htmlPage } from '../../base/html-page.ts';
import { LEVELS, type Level } from '../diff/index.ts';
import { groupsOf, summaryOf, TITLES, versionsOf, type ChangeLog } from './contract.ts';

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d9dce1, #3a3f47); --soft: light-dark(#f5f6f8, #22262c); }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1.25rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; } h3 { font: 600 .9rem ui-monospace, monospace; margin: 1rem 0 .25rem; overflow-wrap: anywhere; }
.summary { font-weight: 600; padding: .5rem .8rem; border-radius: 6px; background: var(--soft); }
ul { margin: 0; padding-left: 1.25rem; } li { overflow-wrap: anywhere; } section { border-top: 1px solid var(--line); }
.error { color: light-dark(#b3261e, #ff8a80); } .warning { color: light-dark(#8a5a00, #ffca6b); }
`;

export function htmlLog(log: ChangeLog): string {
  const versions = versionsOf(log);
  const title = `${log.title}${versions === '' ? '' : `: ${versions}`}`;
  const missing = log.notCompared.map((sentence) => `<li>${escapeHtml(sentence)}</li>`).join('\n');
  return htmlPage(
    { title, style: STYLE },
    `<header>
<h1>${escapeHtml(title)}</h1>
<p class="summary">${escapeHtml(summaryOf(log))}.</p>
</header>
<main>
${LEVELS.map((level) => section(log, level)).join('\n')}
${missing === '' ? '' : `<section><h2>Not compared</h2>\n<ul>${missing}</ul></section>`}
</main>`,
  );
}

function section(log: ChangeLog, level: Level): string {
  const groups = groupsOf(log, level);
  if (groups.length === 0) return '';
  const parts = groups.map(({ operations, more, sentences }) => {
    const items = sentences.map((sentence) => `<li>${escapeHtml(sentence)}</li>`).join('\n');
    const ending = more > 0 ? ` and ${more} more` : '';
    return `<h3>${operations.map(escapeHtml).join('<br>')}${ending}</h3>\n<ul>${items}</ul>`;
  });
  return `<section><h2 class="${level}">${TITLES[level]}</h2>\n${parts.join('\n')}</section>`;
}
