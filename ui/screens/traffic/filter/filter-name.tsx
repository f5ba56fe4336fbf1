// Asks for the name under which to save the filter.
import { useState } from 'react';
import { Button } from '../../../parts/index.ts';
import { say } from '../../../state/toasts.ts';
import { isNamingFilter } from '../actions/screen-actions.ts';
import { removeSavedFilter, saveFilter } from '../../../state/saved-filters.ts';
import css from './filter.module.css';

export function FilterName({ text }: { readonly text: string }) {
  const [name, setName] = useState(text.trim().slice(0, 60));
  const close = (): void => isNamingFilter.set(false);
  return (
    <form
      className={css['popup']}
      aria-label="Save filter"
      onSubmit={(event) => {
        event.preventDefault();
        const chosen = name.trim();
        if (chosen === '') return;
        saveFilter(chosen, text.trim());
        say(`Saved the filter “${chosen}”`, () => removeSavedFilter(chosen));
        close();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        close();
      }}
    >
      <div className={css['nameRow']}>
        <label htmlFor="filter-name">Name</label>
        <input
          id="filter-name"
          autoFocus
          value={name}
          maxLength={60}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" kind="primary" size="small" disabled={name.trim() === ''}>
          Save filter
        </Button>
        <Button size="small" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
