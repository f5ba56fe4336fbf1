// A run as one HTML file that loads nothing and runs no script. What models and tools said is text in it.
import { amountText } from '../../base/amount-text.ts';
import { durationText } from '../../base/duration-text.ts';
import { escapeHtml } from '../../base/escape-html.ts';
import { htmlPage } from '../../base/html-page.ts';
import { productName } from '../../base/product.ts';
import type { AgentRun, AgentStep } from '../run.ts';
import {
  costText,
  counted,
  joinedText,
  KIND_TEXTS,
  numberText,
  outcomeText,
  programText,
  stepTimeText,
  unpricedText,
} from './texts.ts';

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d9dce1, #3a3f47); --soft: light-dark(#f5f6f8, #22262c); --dim: light-dark(#5c636e, #a3abb7); --bar: light-dark(#3b76d6, #6ea1f2); --bad: light-dark(#b3261e, #ff8a80); }
body { font: 14px/1.5 system-ui, sans-serif; max-width: 84rem; margin: 2rem auto; padding: 0 1.25rem; }
h1 { font-size: 1.35rem; margin: 0; overflow-wrap: anywhere; } p { margin: .35rem 0; } .dim { color: var(--dim); }
dl { display: flex; flex-wrap: wrap; gap: .5rem 2rem; margin: 1rem 0; } dl div { display: flex; flex-direction: column-reverse; } dt { color: var(--dim); font-size: .85rem; } dd { margin: 0; font-size: 1.15rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-top: 1px solid var(--line); }
th { background: var(--soft); border-top: 0; white-space: nowrap; } .number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
td.name { white-space: nowrap; } td.what { overflow-wrap: anywhere; min-width: 16rem; font: .9em/1.5 ui-monospace, monospace; } .bad { color: var(--bad); }
svg { display: block; width: 8rem; height: .8rem; } svg rect { fill: var(--bar); } .bad rect { fill: var(--bad); }
`;

/** The deepest steps that are indented further. */
const MAX_DEPTH = 8;
const INDENTS = Array.from(
  { length: MAX_DEPTH + 1 },
  (_, depth) => `td.d${depth} { padding-left: ${6 + depth * 11}px; }`,
).join('\n');

/** Returns the page. Secrets are removed before: it shows the run as it is. */
export function agentRunHtml(run: AgentRun): string {
  const title = visible(run.name === '' ? `Run ${run.id}` : run.name);
  const begun = new Date(run.startedAt).toISOString();
  return htmlPage(
    { title: `${productName}: ${title}`, style: STYLE + INDENTS },
    `<header>
<h1>${shown(title)}</h1>
<p class="dim">Run ${run.id} of ${shown(programText(run))}, <time datetime="${begun}">${begun.replace('T', ' ').slice(0, 19)} UTC</time></p>
<dl>${figures(run).map(figure).join('')}</dl>
</header>
<main>
<div class="scroll" tabindex="0" role="region" aria-label="Steps"><table><thead><tr>${HEAD}</tr></thead><tbody>
${run.steps.map((step) => row(step, run)).join('\n')}
</tbody></table></div>
${[joinedText(run), unpricedText(run.totals)]
  .filter((text) => text !== '')
  .map((text) => `<p class="dim">${shown(text)}</p>`)
  .join('\n')}
</main>`,
  );
}

type Figure = readonly [label: string, value: string];

function figures({ totals }: AgentRun): readonly Figure[] {
  const { steps, models, tools, durationMs, input, cachedInput, output, errors, refused } = totals;
  return [
    [`steps, ${counted(models, 'call')} of LLMs`, numberText(steps)],
    ['time', durationText(durationMs)],
    [`tokens in, ${numberText(cachedInput)} cached`, numberText(input)],
    ['tokens out', numberText(output)],
    ['by modelPrices', costText(totals)],
    [`calls of tools, ${numberText(refused)} refused`, numberText(tools)],
    [errors === 1 ? 'error' : 'errors', numberText(errors)],
  ];
}

function figure([label, value]: Figure): string {
  return `<div><dt>${shown(label)}</dt><dd>${shown(value)}</dd></div>`;
}

const COLUMNS: readonly (readonly [title: string, isNumber: boolean])[] = [
  ['#', true],
  ['Step', false],
  ['Kind', false],
  ['What', false],
  ['In', true],
  ['Out', true],
  ['Cost', true],
  ['Time', true],
  ['When', false],
  ['Joined by', false],
];
const HEAD = COLUMNS.map(
  ([title, isNumber]) => `<th scope="col"${isNumber ? ' class="number"' : ''}>${title}</th>`,
).join('');

function row(step: AgentStep, run: AgentRun): string {
  const { number, name, kind, model, depth, outcome, result, joinedBy } = step;
  const isBad = outcome !== 'ok' && outcome !== 'open';
  const tokens = (value: number | null | undefined): string =>
    typeof value === 'number' ? numberText(value) : '';
  const cost = model?.cost ?? null;
  const lines = [outcomeText(step), ...(result === null || result === '' ? [] : [`→ ${result}`])];
  return [
    `<tr${isBad ? ' class="bad"' : ''}><td class="number">${number}</td>`,
    `<td class="name d${Math.min(depth, MAX_DEPTH)}">${shown(name)}</td><td>${KIND_TEXTS[kind]}</td>`,
    `<td class="what">${lines.map(shown).join('<br>')}</td>`,
    `<td class="number">${tokens(model?.input)}</td><td class="number">${tokens(model?.output)}</td>`,
    `<td class="number">${model === null ? '' : cost === null ? 'unknown' : shown(amountText(cost))}</td>`,
    `<td class="number">${stepTimeText(step)}</td><td>${bar(step, run)}</td><td class="dim">${joinedBy}</td></tr>`,
  ].join('');
}

function bar({ startedAt, durationMs }: AgentStep, run: AgentRun): string {
  const whole = Math.max(1, run.endedAt - run.startedAt);
  const from = ((startedAt - run.startedAt) / whole) * 100;
  const width = Math.max(1, ((durationMs ?? 0) / whole) * 100);
  return `<svg viewBox="0 0 101 8" preserveAspectRatio="none" aria-hidden="true"><rect x="${from.toFixed(2)}" width="${width.toFixed(2)}" height="8"/></svg>`;
}

function shown(text: string): string {
  return escapeHtml(visible(text));
}

/** Removes characters that would reorder or hide what is read. */
function visible(text: string): string {
  return text.replace(/\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ' ');
}
