// A list of hosts or apps: a field that adds an entry, and a row for each entry.
import { CircleX, Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { Button, IconButton, Switch, TextField } from '../../parts/index.ts';
import { settings } from '../../state/app.ts';
import { useResource } from '../../state/resource.ts';
import { useStore } from '../../state/store.ts';
import {
  addEntries,
  enableEntry,
  namesIn,
  removeEntry,
  type EntryList,
  type ListEntry,
} from './model/lists.ts';
import css from './settings.module.css';

/** The number of rows that are drawn; the field finds the others. */
const MAX_ROWS = 300;

interface EntryListViewProps {
  readonly list: EntryList;
  readonly label: string;
  readonly placeholder: string;
  /** The text that is shown while the list is empty. */
  readonly empty: string;
  /** Names from the traffic that could be added. */
  readonly suggestions: readonly string[];
}

export function EntryListView({ list, label, placeholder, empty, suggestions }: EntryListViewProps) {
  const { value } = useResource(settings);
  const { text } = useStore(list.typed);
  if (value === null) return null;
  const all = list.read(value).map((entry, index) => ({ entry, index }));
  const found = all.length > 20 && text !== '' ? all.filter(({ entry }) => entry.name.includes(text)) : all;
  return (
    <section className={css['list']} aria-label={label}>
      <NewEntry {...{ list, label, placeholder }} />
      <Suggestions names={suggestions} onAdd={(name) => void addEntries(list, [name])} />
      {all.length === 0 ? (
        <p className={css['empty']}>{empty}</p>
      ) : (
        <ul className={css['rows']}>
          {found.slice(0, MAX_ROWS).map(({ entry, index }) => (
            <EntryRow key={entry.name} {...{ list, entry, index }} />
          ))}
        </ul>
      )}
      {found.length > MAX_ROWS && (
        <p className={css['hint']}>{found.length - MAX_ROWS} more. Type above to find them.</p>
      )}
    </section>
  );
}

type NewEntryProps = Pick<EntryListViewProps, 'list' | 'label' | 'placeholder'>;

/** The field that adds an entry, and the reason why the app rejected it. */
function NewEntry({ list, label, placeholder }: NewEntryProps) {
  const id = useId();
  const { text, error } = useStore(list.typed);
  const [isBusy, setBusy] = useState(false);
  const names = namesIn(text, list.key === 'sslProxyingApps');
  const type = (typed: string): void => list.typed.set({ text: typed, error: null });
  const add = async (): Promise<void> => {
    if (isBusy || names.length === 0) return;
    setBusy(true);
    await addEntries(list, names);
    setBusy(false);
  };
  return (
    <>
      <form
        className={css['line']}
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <TextField
          id={id}
          aria-label={`Add to ${label}`}
          mono
          className={css['grow']}
          placeholder={placeholder}
          value={text}
          isWrong={error !== null}
          onChange={type}
          onPaste={(event) => {
            // A single-line field would join the pasted lines.
            const pasted = event.clipboardData.getData('text').trim();
            if (!pasted.includes('\n')) return;
            event.preventDefault();
            type(`${text} ${pasted.split(/\s*\n\s*/).join(', ')}`.trim());
          }}
        />
        <Button kind="line" icon={Plus} type="submit" disabled={names.length === 0 || isBusy}>
          {names.length > 1 ? `Add ${names.length}` : 'Add'}
        </Button>
      </form>
      {error !== null && (
        <div className={css['errors']} role="alert" id={`${id}-error`}>
          <p>
            <CircleX aria-hidden />
            {error}
          </p>
        </div>
      )}
    </>
  );
}

interface EntryRowProps {
  readonly list: EntryList;
  readonly entry: ListEntry;
  readonly index: number;
}

function EntryRow({ list, entry, index }: EntryRowProps) {
  const { name, enabled } = entry;
  return (
    <li data-off={!enabled}>
      {list.canDisable && (
        <Switch label={name} on={enabled} onChange={(on) => void enableEntry(list, entry, on)} />
      )}
      <span className={css['entryName']} title={name}>
        {name}
      </span>
      <IconButton
        icon={X}
        size="small"
        label={`Remove ${name}`}
        onClick={() => void removeEntry(list, entry, index)}
      />
    </li>
  );
}

interface SuggestionsProps {
  readonly names: readonly string[];
  readonly onAdd: (name: string) => void;
}

function Suggestions({ names, onAdd }: SuggestionsProps) {
  if (names.length === 0) return null;
  return (
    <div className={css['suggestions']}>
      <span className={css['hint']}>Seen, not listed:</span>
      {names.map((name) => (
        <Button key={name} size="small" icon={Plus} aria-label={`Add ${name}`} onClick={() => onAdd(name)}>
          <span className="mono">{name}</span>
        </Button>
      ))}
    </div>
  );
}
