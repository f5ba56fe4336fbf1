// The page around the documentation.
import { htmlPage } from '../../../base/html-page.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';

interface PageParts {
  readonly title: string;
  /** The list of contents. */
  readonly contents: string;
  readonly main: string;
  /** The choice of a code format; empty for none. */
  readonly picker: string;
  /** Elements with data for the script. */
  readonly data: string;
}

const NEEDS_SCRIPT =
  '<p class="unscripted">The fields of bodies and the examples of a page of this size need its script.</p>\n';

export function renderPage({ title, contents, main, picker, data }: PageParts): string {
  return htmlPage(
    { title, style: STYLE, script: SCRIPT },
    `<a class="skip" href="#content">Skip to the content</a>
<nav id="contents" aria-label="Contents">
<div class="scripted" role="search"><input id="search" type="search" placeholder="Search" aria-label="Search requests" title="Shortcut: /"><p class="quiet" id="found" role="status"></p></div>
<h2>Contents</h2>${contents}</nav>
<div>
<header class="tools"><button class="scripted" id="menu" type="button" aria-expanded="false" aria-controls="contents">Contents</button>${picker}<button class="scripted" id="theme" type="button" title="Switch between light and dark">Dark</button></header>
<main id="content" tabindex="-1">
${data.includes('id="parts"') ? NEEDS_SCRIPT : ''}${main}
</main>
</div>
${data}`,
  );
}
