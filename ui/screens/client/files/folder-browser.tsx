// The folders of this machine in a dialog: a path that is typed, and a list to walk through by arrows and Enter.
import { File, Folder, FolderUp } from 'lucide-react';
import { useEffect, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../api/client.ts';
import { Button, Dialog, TextField } from '../../../parts/index.ts';
import css from './folder-browser.module.css';

export type Listing = ResultOf<'client.list_folder'>;

/** Entries that are drawn; typing narrows them. */
const MAX_ROWS = 500;

interface FolderBrowserProps {
  readonly title: string;
  readonly text?: string;
  /** The folder to begin in; that of the workspace without it. */
  readonly start?: string;
  readonly wants: 'folder' | 'file';
  /** A verb, such as `Open`. */
  readonly action: string;
  /** Gets the absolute path, and the folder of the workspace. */
  readonly onChoose: (path: string, workspace: string) => void;
  readonly onClose: () => void;
  /** Shown below the list. */
  readonly children?: (listing: Listing) => ReactNode;
}

export function FolderBrowser(props: FolderBrowserProps) {
  const { title, text, start, wants, action, onChoose, onClose, children } = props;
  const { listing, error, go } = useListing(start);
  const [sought, setSought] = useState('');
  const [file, setFile] = useState<string | null>(null);
  const enter = (path: string): void => {
    setSought('');
    setFile(null);
    go(path);
  };
  const chosen =
    listing === null
      ? null
      : wants === 'folder'
        ? listing.path
        : file === null
          ? null
          : joined(listing.path, file);
  const choose = (): void => {
    if (chosen !== null) onChoose(chosen, listing!.workspace);
  };
  return (
    <Dialog
      title={title}
      {...(text !== undefined && { text })}
      wide
      onClose={onClose}
      actions={
        <>
          <Button kind="line" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" disabled={chosen === null} onClick={choose}>
            {action}
          </Button>
        </>
      }
    >
      <PathField key={listing?.path ?? ''} path={listing?.path ?? start ?? ''} onGo={enter} />
      {error !== null && (
        <p className={css['error']} role="alert">
          {error}
        </p>
      )}
      {listing !== null && (
        <>
          <TextField
            aria-label="Find in this folder"
            placeholder="Find in this folder"
            value={sought}
            onChange={setSought}
          />
          <Entries
            listing={listing}
            sought={sought}
            wants={wants}
            file={file}
            onEnter={enter}
            onFile={setFile}
            onChoose={(name) => onChoose(joined(listing.path, name), listing.workspace)}
          />
          {children?.(listing)}
        </>
      )}
    </Dialog>
  );
}

function useListing(start: string | undefined) {
  const [path, setPath] = useState(start);
  const [listing, setListing] = useState<Listing | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    rpc('client.list_folder', path === undefined ? {} : { path }).then(
      (found) => {
        if (!isCurrent) return;
        setListing(found);
        setError(null);
      },
      (reason: unknown) => isCurrent && setError(messageOf(reason)),
    );
    return () => {
      isCurrent = false;
    };
  }, [path]);
  return { listing, error, go: setPath };
}

/** The path, which can be typed; Enter goes there. */
function PathField({ path, onGo }: { readonly path: string; readonly onGo: (path: string) => void }) {
  const [typed, setTyped] = useState(path);
  return (
    <form
      className={css['path']}
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== '') onGo(typed.trim());
      }}
    >
      <TextField aria-label="Folder" mono value={typed} onChange={setTyped} />
      <Button type="submit" disabled={typed === path}>
        Go
      </Button>
    </form>
  );
}

interface Entry {
  readonly name: string;
  readonly kind: 'up' | 'folder' | 'file';
}

interface EntriesProps {
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

function Entries({ listing, sought, wants, file, onEnter, onFile, onChoose }: EntriesProps) {
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
        {entries.slice(0, MAX_ROWS).map((entry, index) => {
          const Icon = ICONS[entry.kind];
          return (
            <li
              key={`${entry.kind} ${entry.name}`}
              id={`entry-${index}`}
              role="option"
              aria-selected={index === cursor || (entry.kind === 'file' && entry.name === file)}
              ref={(element) => {
                if (index === cursor) element?.scrollIntoView({ block: 'nearest' });
              }}
              onClick={() => {
                setAt(index);
                act(entry);
              }}
            >
              <Icon aria-hidden />
              {entry.kind === 'up' ? 'The folder above' : entry.name}
            </li>
          );
        })}
      </ul>
      {entries.length === 0 && <p className={css['hint']}>Nothing here.</p>}
      {(entries.length > MAX_ROWS || listing.omitted > 0) && (
        <p className={css['hint']}>More are here than are shown: type to find them, or type the path.</p>
      )}
    </>
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

/** Paths of Windows have backslashes. */
function joined(folder: string, name: string): string {
  const separator = folder.includes('\\') ? '\\' : '/';
  return folder.endsWith(separator) ? `${folder}${name}` : `${folder}${separator}${name}`;
}
