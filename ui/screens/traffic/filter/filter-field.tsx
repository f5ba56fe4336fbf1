// The field for the filter language, with completion while typing.
import { CircleX, ListFilter, Star, X } from 'lucide-react';
import { useId } from 'react';
import { parseFilter } from '../../../../src/flow/filter/index.ts';
import { countText } from '../../../format/measures.ts';
import { IconButton, Keys } from '../../../parts/index.ts';
import { useStore } from '../../../state/store.ts';
import { isNamingFilter, saveCurrentFilter } from '../actions/screen-actions.ts';
import { useShownSessions } from '../model/source-counts.ts';
import { clearFilter, view } from '../model/view.ts';
import { CompletionList } from './completion-list.tsx';
import { FilterWords } from './filter-words.tsx';
import css from './filter.module.css';
import { FilterName } from './filter-name.tsx';
import { useCompletion } from './use-completion.ts';

/** The number of matching requests, and of all requests. */
export interface Found {
  readonly shown: number;
  readonly total: number;
}

export function FilterField({ shown, total }: Found) {
  const { text } = useStore(view);
  const isNaming = useStore(isNamingFilter);
  const sessions = useShownSessions();
  const listId = useId();
  const parsed = parseFilter(text);
  const error = parsed.type === 'invalid' ? parsed.message : null;
  const isBad = error !== null;
  const { offers, chosen, isFocused, isOpen, take, handlers } = useCompletion(text, isBad);
  return (
    <div className={css['fieldArea']}>
      <div className={css['field']} data-bad={isBad && !isOpen}>
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
            placeholder={placeholder(sessions)}
            data-hidden={!isFocused && !isBad && text !== ''}
            value={text}
            {...handlers}
          />
        </div>
        <FieldEnd shown={shown} total={total} sessions={sessions} />
      </div>
      {isOpen && <CompletionList id={listId} offers={offers} chosen={chosen} error={error} onTake={take} />}
      {isBad && !isOpen && (
        <p className={css['error']} role="alert">
          <CircleX aria-hidden />
          {error}
        </p>
      )}
      {isNaming && <FilterName text={text} />}
    </div>
  );
}

function placeholder(sessions: number): string {
  if (sessions < 2) return 'Filter, for example status:4xx host:api';
  return sessions === 2 ? 'Filter both sessions' : `Filter ${sessions} sessions`;
}

/** Shows the number of matching requests and the actions on the filter; without a filter, the key that starts one. */
function FieldEnd({ shown, total, sessions }: Found & { readonly sessions: number }) {
  const { text, chips } = useStore(view);
  if (text === '' && chips.length === 0)
    return (
      <>
        {sessions > 1 && (
          <span className={css['count']}>
            {countText(shown)} in {sessions} sessions
          </span>
        )}
        <Keys keys="/" />
      </>
    );
  return (
    <>
      <span className={css['count']} role="status">
        {countText(shown)} of {countText(total)}
      </span>
      <IconButton icon={X} label="Clear filter" size="small" onClick={clearFilter} />
      {text !== '' && (
        <IconButton icon={Star} label="Save filter" keys="mod+d" size="small" onClick={saveCurrentFilter} />
      )}
    </>
  );
}
