// The page around the requests' lines.
import { embeddedJson, htmlEnd, htmlStart } from '../../../base/html-page.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';

const PAGE = { style: STYLE, script: SCRIPT };

/** Returns everything before the lines of the requests. */
export function pageStart(title: string, run: unknown): string {
  return `${htmlStart({ title, ...PAGE })}<noscript><p>This report shows its requests with a script, which is not allowed to run here.</p></noscript>
<header id="head"></header>
<main>
<form id="filters" role="search">
<label class="text">Search <input id="text" type="search" placeholder="name, URL, status, test, header, body"></label>
<label class="iteration">Iteration <input id="iteration" type="number" min="1" step="1" placeholder="all"></label>
<label><input id="failed" type="checkbox"> Failed only</label>
<output id="shown"></output>
</form>
<div id="list"></div>
<button id="more" type="button" hidden>Show more</button>
</main>
${DATA}"run">${embeddedJson(run)}</script>
${DATA}"requests">`;
}

/** Returns everything after them. */
export function pageEnd(totals: unknown): string {
  return `</script>
${DATA}"totals">${embeddedJson(totals)}</script>${htmlEnd(PAGE)}`;
}

const DATA = '<script type="application/json" id=';
