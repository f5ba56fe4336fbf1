// The list of offers below the caret. It draws the rows in sight alone, so that nothing scrolls and each key is quick.
import { showTooltip, tooltips, type EditorView, type TooltipView } from '@codemirror/view';
import type { Extension } from '@codemirror/state';
import { keyCaps } from '../commands/keyboard.ts';
import { takeOffer } from './completion-keys.ts';
import type { Offer } from './completion-offers.ts';
import { chooseOffer, completionField, completionOf, LIST_ID, offerId } from './completion-state.ts';
import { completionTheme } from './completion-theme.ts';
import { shownValue } from './variable-source.ts';

/** Rows that are in sight. */
const ROWS = 9;

export function completionPopup(): Extension {
  return [
    // Outside of panes that would cut it off.
    tooltips({ parent: document.body, position: 'fixed' }),
    showTooltip.compute([completionField], (state) => {
      const completion = completionOf(state);
      return completion === null ? null : { pos: completion.from, clip: false, create };
    }),
    completionTheme,
  ];
}

function create(view: EditorView): TooltipView {
  const list = element('ul', { class: 'cm-offers-list', role: 'listbox', id: LIST_ID });
  const foot = element('div', { class: 'cm-offers-foot', 'aria-hidden': 'true' });
  const dom = element('div', { class: 'cm-offers' }, list, foot);
  const draw = (): void => {
    const completion = completionOf(view.state);
    if (completion === null) return;
    const { offers, chosen, variable, typed } = completion;
    list.setAttribute('aria-label', variable === null ? 'Completions' : 'Variables');
    const first = Math.max(0, Math.min(chosen - ROWS + 2, offers.length - ROWS));
    const shown = offers.slice(first, first + ROWS);
    list.replaceChildren(
      ...shown.map((offer, at) => rowOf(offer, { at: first + at, chosen, count: offers.length, typed })),
    );
    foot.replaceChildren(...footOf(variable !== null, offers.length - shown.length));
  };
  dom.addEventListener('mousedown', (event) => {
    // The editor keeps the focus.
    event.preventDefault();
    const at = (event.target as Element).closest<HTMLElement>('[role=option]')?.dataset['at'];
    const offer = completionOf(view.state)?.offers[Number(at)];
    if (offer !== undefined) takeOffer(view, offer, false);
  });
  dom.addEventListener('wheel', ({ deltaY }) => {
    const completion = completionOf(view.state);
    if (completion === null) return;
    const wanted = completion.chosen + Math.sign(deltaY);
    view.dispatch({ effects: chooseOffer.of(Math.max(0, Math.min(completion.offers.length - 1, wanted))) });
  });
  draw();
  return { dom, update: draw };
}

interface RowPosition {
  readonly at: number;
  readonly chosen: number;
  readonly count: number;
  readonly typed: string;
}

function rowOf(offer: Offer, { at, chosen, count, typed }: RowPosition): HTMLElement {
  const { sign, value, note } = looks(offer);
  const isLocked = offer.type === 'variable' && offer.variable.isSecret;
  const attributes = {
    role: 'option',
    id: offerId(at),
    'data-at': String(at),
    'data-type': offer.type,
    'aria-selected': String(at === chosen),
    'aria-setsize': String(count),
    'aria-posinset': String(at + 1),
  };
  const row = element('li', attributes);
  if (sign !== '' || isLocked)
    row.append(
      element(
        'span',
        { class: `cm-offer-sign${isLocked ? ' variable-lock' : ''}`, 'aria-hidden': 'true' },
        sign,
      ),
    );
  const name = offer.type === 'create' ? ['Create ', offer.text] : marked(offer.text, typed.trim());
  row.append(element('span', { class: 'cm-offer-name' }, ...name));
  row.append(element('span', { class: 'cm-offer-value' }, value));
  row.append(element('span', { class: 'cm-offer-note' }, note));
  return row;
}

function looks(offer: Offer): { readonly sign: string; readonly value: string; readonly note: string } {
  switch (offer.type) {
    case 'variable': {
      const { variable } = offer;
      const value = shownValue(variable) ?? 'not set';
      const note = variable.setBy === undefined ? variable.owner || variable.scope : 'script';
      return { sign: variable.isSecret ? '' : '{}', value, note };
    }
    case 'dynamic':
      return { sign: '$', value: '', note: 'new at each send' };
    case 'create':
      return { sign: '+', value: '', note: offer.owner === null ? '' : `in ${offer.owner}` };
    case 'word':
      return { sign: '', value: '', note: '' };
  }
}

/** Marks the typed characters in a name. */
function marked(text: string, typed: string): readonly (string | Node)[] {
  const at = typed === '' ? -1 : text.toLowerCase().indexOf(typed.toLowerCase());
  if (at < 0) return [text];
  const end = at + typed.length;
  return [text.slice(0, at), element('b', {}, text.slice(at, end)), text.slice(end)];
}

function footOf(isVariable: boolean, hidden: number): readonly Node[] {
  const more = element('span', { class: 'cm-offer-note' }, hidden > 0 ? `${hidden} more` : '');
  if (!isVariable) return [...keys('arrowdown'), element('span', {}, 'choose'), ...keys('enter'), more];
  const dynamic = element('span', { class: 'cm-offer-note' }, '$ for dynamic');
  const insert = [...keys('enter'), element('span', {}, 'insert')];
  return [
    ...insert,
    ...keys('mod+enter'),
    element('span', {}, 'insert the value'),
    hidden > 0 ? more : dynamic,
  ];
}

function keys(names: string): readonly Node[] {
  return keyCaps(names).map((cap) => element('kbd', {}, cap));
}

function element(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (string | Node)[]
): HTMLElement {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value);
  created.append(...children);
  return created;
}
