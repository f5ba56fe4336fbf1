// The folders and files in a folder, to walk through by arrows and Enter.
import { File, Folder, FolderUp } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import css from './folder-browser.module.css';
import { joined, type Listing } from './listing.ts';

/** Entries that are drawn; typing narrows them. */
const MAX_ROWS = 500;

interface Entry {
  readonly name: string;
  readonly kind: 'up' | 'folder' | 'file';
}

interface FolderEntriesProps {
  readonly listing: Listing;
  readonly sought: string;
  readonly wants: 'folder' | 'file';
  /** The file that is selected. */
  readonly file: string | null;
  readonly onEnter: (path: string) => void;
  readonly onFile: (name: string) => void;
  readonly onChoose: (name: string) => void;
}

const ICONS = { up: FolderUp, folder: Folder, file: File } as const;

export function FolderEntries({
  listing,
  sought,
  wants,
  file,
  onEnter,
  onFile,
  onChoose,
}: FolderEntriesProps) {
  const [at, setAt] = useState(0);
  const entries = entriesOf(listing, sought, wants);
  const cursor = Math.min(at, entries.length - 1);
  const act = ({ name, kind }: Entry): void => {
    if (kind === 'up') onEnter(listing.parent!);
    else if (kind === 'folder') onEnter(joined(listing.path, name));
    else if (name === file) onChoose(name);
    else onFile(name);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const entry = entries[cursor];
    if (step !== undefined) setAt(Math.max(0, Math.min(entries.length - 1, cursor + step)));
    else if (event.key === 'Enter' && entry !== undefined) act(entry);
    else if (event.key === 'Backspace' && listing.parent !== null) onEnter(listing.parent);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <ul
        className={css['entries']}
        role="listbox"
        tabIndex={0}
        aria-label={wants === 'folder' ? 'Folders' : 'Folders and files'}
        aria-activedescendant={entries.length === 0 ? undefined : `entry-${cursor}`}
        onKeyDown={onKeyDown}
      >
        {entries.slice(0, MAX_ROWS).map((entry, index) => (
          <EntryLine
            key={`${entry.kind} ${entry.name}`}
            entry={entry}
            id={`entry-${index}`}
            isCurrent={index === cursor}
            isSelected={entry.kind === 'file' && entry.name === file}
            onClick={() => {
              setAt(index);
              act(entry);
            }}
          />
        ))}
      </ul>
      {entries.length === 0 && <p className={css['hint']}>Nothing here.</p>}
      {(entries.length > MAX_ROWS || listing.omitted > 0) && (
        <p className={css['hint']}>More are here than are shown: type to find them, or type the path.</p>
      )}
    </>
  );
}

interface EntryLineProps {
  readonly entry: Entry;
  readonly id: string;
  readonly isCurrent: boolean;
  readonly isSelected: boolean;
  readonly onClick: () => void;
}

function EntryLine({ entry: { name, kind }, id, isCurrent, isSelected, onClick }: EntryLineProps) {
  const Icon = ICONS[kind];
  return (
    <li
      id={id}
      role="option"
      aria-selected={isCurrent || isSelected}
      ref={(element) => {
        if (isCurrent) element?.scrollIntoView({ block: 'nearest' });
      }}
      onClick={onClick}
    >
      <Icon aria-hidden />
      {kind === 'up' ? 'The folder above' : name}
    </li>
  );
}

function entriesOf(
  { parent, folders, files }: Listing,
  sought: string,
  wants: 'folder' | 'file',
): readonly Entry[] {
  const text = sought.trim().toLowerCase();
  const isSought = (name: string): boolean =>
    text === '' ? !name.startsWith('.') : name.toLowerCase().includes(text);
  return [
    ...(parent === null ? [] : [{ name: '..', kind: 'up' } as const]),
    ...folders.filter(isSought).map((name) => ({ name, kind: 'folder' }) as const),
    ...(wants === 'folder' ? [] : files.filter(isSought).map((name) => ({ name, kind: 'file' }) as const)),
  ];
}
