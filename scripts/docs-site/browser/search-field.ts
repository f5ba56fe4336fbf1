// The field that searches all pages. Its index is loaded when somebody searches for the first time.
import MiniSearch from 'minisearch';
import { SEARCH, type Found } from '../search.ts';
import { loadScript } from './load-script.ts';

const MAX_HITS = 12;

export function connectSearch(field: HTMLInputElement, hits: HTMLElement, root: string): void {
  let index: Promise<MiniSearch<Found>> | null = null;
  let chosen = -1;

  const show = async (): Promise<void> => {
    const query = field.value.trim();
    const found = query === '' ? [] : (await (index ??= loadIndex(root))).search(query).slice(0, MAX_HITS);
    if (field.value.trim() !== query) return;
    chosen = -1;
    hits.replaceChildren(...found.map((each, at) => hit(each as unknown as Found, at, root)));
    if (query !== '' && found.length === 0) hits.append(note(`Nothing about “${query}”`));
    setOpen(query !== '');
  };

  const setOpen = (isOpen: boolean): void => {
    hits.hidden = !isOpen;
    field.setAttribute('aria-expanded', String(isOpen));
    if (!isOpen) field.removeAttribute('aria-activedescendant');
  };

  const choose = (step: number): void => {
    const options = [...hits.querySelectorAll<HTMLElement>('[role=option]')];
    if (options.length === 0) return;
    chosen = (chosen + step + options.length) % options.length;
    options.forEach((option, at) => option.setAttribute('aria-selected', String(at === chosen)));
    field.setAttribute('aria-activedescendant', options[chosen]?.id ?? '');
    options[chosen]?.scrollIntoView({ block: 'nearest' });
  };

  field.addEventListener('input', () => void show());
  field.addEventListener('focus', () => field.value.trim() !== '' && setOpen(true));
  field.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      choose(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter')
      hits.querySelector<HTMLAnchorElement>(chosen < 0 ? 'a' : '[aria-selected=true]')?.click();
    else if (event.key === 'Escape') setOpen(false);
  });
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !hits.contains(target) && target !== field) setOpen(false);
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.matches('input, select, textarea');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    field.focus();
  });
}

/** The index is a script, since a page that was opened from a folder may not fetch files. */
async function loadIndex(root: string): Promise<MiniSearch<Found>> {
  await loadScript(`${root}search-index.js`);
  const { proxyctlSearchIndex = '' } = globalThis as { readonly proxyctlSearchIndex?: string };
  return MiniSearch.loadJSON<Found>(proxyctlSearchIndex, SEARCH);
}

function hit({ id, page, title }: Found, at: number, root: string): HTMLElement {
  const link = document.createElement('a');
  link.href = root + id;
  link.id = `hit-${at}`;
  link.setAttribute('role', 'option');
  link.setAttribute('aria-selected', 'false');
  link.tabIndex = -1;
  const [name, source] = [document.createElement('strong'), document.createElement('span')];
  name.textContent = title;
  source.textContent = page === title ? '' : page;
  link.append(name, source);
  return link;
}

function note(text: string): HTMLElement {
  const paragraph = document.createElement('p');
  paragraph.textContent = text;
  return paragraph;
}
