// The search, the list of pages on narrow screens, and the choice of the version.
import { loadScript } from './load-script.ts';
import { connectSearch } from './search-field.ts';

const root = document.body.dataset['root'] ?? '';

const menu = document.querySelector('#menu');
menu?.addEventListener('click', () => {
  const isOpen = menu.getAttribute('aria-expanded') !== 'true';
  menu.setAttribute('aria-expanded', String(isOpen));
  document.body.classList.toggle('menu-open', isOpen);
});

document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'center' });

const field = document.querySelector<HTMLInputElement>('#query');
const hits = document.querySelector<HTMLElement>('#hits');
if (field !== null && hits !== null) connectSearch(field, hits, root);

const select = document.querySelector<HTMLSelectElement>('#version');
if (select !== null) void offerVersions(select);

/** The list of versions is a script beside their folders; without one there is only this version. */
async function offerVersions(versions: HTMLSelectElement): Promise<void> {
  await loadScript(`${root}../versions.js`).catch(() => undefined);
  const { proxyctlVersions: all = [] } = globalThis as { readonly proxyctlVersions?: readonly string[] };
  const own = versions.value;
  for (const version of all) if (version !== own) versions.add(new Option(version));
  versions.addEventListener('change', () => {
    location.href = `${root}../${encodeURIComponent(versions.value)}/index.html`;
  });
}
