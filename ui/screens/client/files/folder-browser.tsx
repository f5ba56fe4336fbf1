// The folders of this machine in a dialog: a path that is typed, and a list to walk through by arrows and Enter.
import { useState, type ReactNode } from 'react';
import { Button, Dialog, TextField } from '../../../parts/index.ts';
import css from './folder-browser.module.css';
import { FolderEntries } from './folder-entries.tsx';
import { joined, useListing, type Listing } from './listing.ts';

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
  const chosen = listing === null ? null : chosenPath(listing, wants, file);
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
          <FolderEntries
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

function chosenPath(
  { path }: Listing,
  wants: FolderBrowserProps['wants'],
  file: string | null,
): string | null {
  if (wants === 'folder') return path;
  return file === null ? null : joined(path, file);
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
