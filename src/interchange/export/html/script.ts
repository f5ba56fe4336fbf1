// The script of the page: search, choice of the code format, theme, copying. Without it the page can be read and printed.
// Texts of the collection are inserted as text nodes, or as markup in which the export has escaped them.

export const SCRIPT = String.raw`
'use strict';
const root = document.documentElement;
root.classList.add('js');
const byId = (id) => document.getElementById(id);
const all = (selector, from = document) => [...from.querySelectorAll(selector)];

const nav = document.querySelector('nav');
const menu = byId('menu');
function openMenu(open) {
  nav.classList.toggle('open', open);
  menu.setAttribute('aria-expanded', String(open));
}
menu.addEventListener('click', () => openMenu(!nav.classList.contains('open')));
nav.addEventListener('click', (event) => { if (event.target.closest('a')) openMenu(false); });

const search = byId('search');
let index = null;
function entries() {
  index ??= all('nav li[data-for]').map((item) => {
    const section = byId(item.dataset.for);
    const texts = [item.textContent, ...all(':scope > .line, :scope > .docs', section).map((part) => part.textContent)];
    return { item, text: texts.join(' ').toLowerCase() };
  });
  return index;
}
function filter() {
  const words = search.value.toLowerCase().split(/\s+/).filter((word) => word !== '');
  let count = 0;
  for (const { item, text } of entries()) {
    item.hidden = !words.every((word) => text.includes(word));
    if (!item.hidden) count += 1;
  }
  for (const folder of all('nav li[data-folder]').reverse()) {
    folder.hidden = words.length > 0 && all('li[data-for]', folder).every((item) => item.hidden);
  }
  byId('found').textContent = words.length === 0 ? '' : count === 1 ? '1 request' : count + ' requests';
}
search.addEventListener('input', filter);
search.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') { search.value = ''; filter(); }
  if (event.key === 'Enter') {
    const links = all('nav li[data-for]:not([hidden]) a');
    const typed = search.value.trim().toLowerCase();
    (links.find((link) => link.textContent.toLowerCase().includes(typed)) ?? links[0])?.click();
  }
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.closest('input, select, textarea')) return;
  event.preventDefault();
  openMenu(true);
  search.focus();
});

const format = byId('format');
async function unpacked(id) {
  const packed = Uint8Array.from(atob(byId(id).textContent), (char) => char.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return JSON.parse(await new Response(stream).text());
}
const codeOf = (id) => unpacked('code-' + id);

// Closed parts of a large page, which were written with all texts escaped.
let parts = null;
const unpacking = byId('parts') === null ? null : unpacked('parts').then((all) => { parts = all; });
function fill(details) {
  const place = details.querySelector(':scope > [data-part]');
  if (place === null || parts === null) return;
  const template = document.createElement('template');
  template.innerHTML = parts[place.dataset.part];
  place.replaceWith(template.content);
}
document.addEventListener('toggle', async (event) => {
  if (event.target.localName !== 'details' || !event.target.open) return;
  await unpacking;
  fill(event.target);
}, true);
format?.addEventListener('change', async () => {
  const { value, selectedOptions } = format;
  const texts = await codeOf(value);
  if (format.value !== value) return;
  for (const code of all('[data-code]')) code.textContent = texts[code.dataset.code];
  for (const label of all('.format')) label.textContent = selectedOptions[0].textContent;
});

for (const bar of all('.code .bar')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  bar.append(button);
}
document.addEventListener('click', async (event) => {
  const button = event.target.closest('.copy');
  if (button === null) return;
  try {
    await navigator.clipboard.writeText(button.closest('.code').querySelector('code').textContent);
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Not copied';
  }
  setTimeout(() => { button.textContent = 'Copy'; }, 2000);
});

const theme = byId('theme');
const dark = matchMedia('(prefers-color-scheme: dark)');
const isDark = () => (root.dataset.theme ?? (dark.matches ? 'dark' : 'light')) === 'dark';
function showTheme() { theme.textContent = isDark() ? 'Light' : 'Dark'; }
theme.addEventListener('click', () => { root.dataset.theme = isDark() ? 'light' : 'dark'; showTheme(); });
dark.addEventListener('change', showTheme);
showTheme();

function markCurrent() {
  for (const link of all('nav a[aria-current]')) link.removeAttribute('aria-current');
  const link = all('nav a').find((each) => each.hash === location.hash);
  link?.setAttribute('aria-current', 'location');
}
addEventListener('hashchange', markCurrent);
markCurrent();

let opened = [];
addEventListener('beforeprint', () => {
  opened = all('main details:not([open])');
  for (const details of opened) { details.open = true; fill(details); }
});
addEventListener('afterprint', () => { for (const details of opened) details.open = false; });
`;
