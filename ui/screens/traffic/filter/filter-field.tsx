// The field for the filter language, with completion while typing.
import { CircleX, ListFilter, Star, X } from 'lucide-react';
import { useId, useState, type KeyboardEvent } from 'react';
import { completions, parseFilter, type Completion } from '../../../../src/flow/filter/index.ts';
import { countText } from '../../../format/measures.ts';
import { IconButton, Keys } from '../../../parts/index.ts';
import { useStore } from '../../../state/store.ts';
import { isNamingFilter, saveCurrentFilter } from '../actions/screen-actions.ts';
import { clearFilter, setFilter, view } from '../model/view.ts';
import { CompletionList } from './completion-list.tsx';
import { FilterWords } from './filter-words.tsx';
import css from './filter.module.css';
import { FilterName } from './filter-name.tsx';
import { knownValues } from './known-values.ts';

export interface Found {
  readonly shown: number;
  readonly total: number;
}

export function FilterField({ shown, total }: Found) {
  const { text, chips } = useStore(view);
  const isNaming = useStore(isNamingFilter);
  const [isFocused, setFocused] = useState(false);
  const [caret, setCaret] = useState(0);
  const [chosen, setChosen] = useState(-1);
  const [isClosed, setClosed] = useState(true);
  const listId = useId();
  const parsed = parseFilter(text);
  const offers = isFocused && !isClosed ? completions(text, caret, knownValues()) : [];
  const isOpen = isFocused && !isClosed && (offers.length > 0 || parsed.type === 'invalid');
  const isBad = parsed.type === 'invalid';
  const hasFilter = text !== '' || chips.length > 0;
  const type = (value: string, at: number): void => {
    setFilter(value);
    setCaret(at);
    setChosen(-1);
    setClosed(false);
  };
  const take = ({ text: offered, start, end, isOpen: goesOn }: Completion): void => {
    const rest = text.slice(end);
    const completed = `${text.slice(0, start)}${offered}${goesOn || rest.startsWith(' ') ? '' : ' '}`;
    type(completed + rest, completed.length);
    requestAnimationFrame(() => fieldElement()?.setSelectionRange(completed.length, completed.length));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const choice = offers[chosen];
    if (step !== undefined && offers.length > 0) {
      setChosen((at) => (at + step + offers.length + (at < 0 && step < 0 ? 1 : 0)) % offers.length);
    } else if (event.key === 'Tab' && !event.shiftKey && isOpen && offers.length > 0)
      take(choice ?? offers[0]!);
    else if (event.key === 'Enter') {
      if (choice !== undefined) take(choice);
      else {
        setClosed(true);
        focusList();
      }
    } else if (event.key === 'Escape') {
      if (isOpen) setClosed(true);
      else focusList();
    } else return;
    event.preventDefault();
  };
  return (
    <div className={css['fieldArea']}>
      <div className={css['field']} data-bad={isBad && (!isFocused || isClosed)}>
        <ListFilter aria-hidden />
        <div className={css['input']}>
          {!isFocused && !isBad && <FilterWords text={text} />}
          <input
            id="traffic-filter"
            role="combobox"
            aria-label="Filter"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-invalid={isBad}
            aria-activedescendant={chosen >= 0 ? `${listId}-${chosen}` : undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder="Filter, for example status:4xx host:api"
            data-hidden={!isFocused && !isBad && text !== ''}
            value={text}
            onChange={({ target }) => type(target.value, target.selectionStart ?? target.value.length)}
            onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart ?? 0)}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
            onKeyDown={onKeyDown}
          />
        </div>
        {hasFilter && (
          <span className={css['count']} role="status">
            {countText(shown)} of {countText(total)}
          </span>
        )}
        {hasFilter && <IconButton icon={X} label="Clear filter" size="small" onClick={clearFilter} />}
        {text !== '' && (
          <IconButton icon={Star} label="Save filter" keys="mod+d" size="small" onClick={saveCurrentFilter} />
        )}
        {!hasFilter && <Keys keys="/" />}
      </div>
      {isOpen && (
        <CompletionList
          id={listId}
          offers={offers}
          chosen={chosen}
          error={isBad ? parsed.message : null}
          onTake={take}
        />
      )}
      {isBad && !isOpen && (
        <p className={css['error']} role="alert">
          <CircleX aria-hidden />
          {parsed.message}
        </p>
      )}
      {isNaming && <FilterName text={text} />}
    </div>
  );
}

function fieldElement(): HTMLInputElement | null {
  return document.querySelector('#traffic-filter');
}

function focusList(): void {
  document.querySelector<HTMLElement>('#traffic-list')?.focus();
}
