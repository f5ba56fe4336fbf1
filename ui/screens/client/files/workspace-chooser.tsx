// The choice of another workspace: those opened before, and any folder. What goes on is counted and asked about.
import { useState } from 'react';
import { ApiError, rpc } from '../../../api/client.ts';
import { Button, Question, TextField } from '../../../parts/index.ts';
import { attempt } from '../../../state/actions.ts';
import { createPreference, isStringList } from '../../../state/preferences.ts';
import { createStore, useStore } from '../../../state/store.ts';
import { flushObjects } from '../model/objects.ts';
import { workspace } from '../model/workspace.ts';
import css from './folder-browser.module.css';
import { FolderBrowser } from './folder-browser.tsx';

const MAX_REMEMBERED = 10;

/** Folders of the workspaces that were opened before, the latest first. */
const openedBefore = createPreference('client.workspaces', [], isStringList);

const isOpen = createStore(false);

export function openWorkspaces(): void {
  isOpen.set(true);
}

interface Asked {
  readonly folder: string;
  readonly creates: boolean;
  /** The things that would end, in a sentence of the app. */
  readonly reason: string;
}

export function WorkspaceChooser() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = (): void => isOpen.set(false);
  const open = (folder: string, creates = false): void => {
    close();
    void openWorkspace(folder, creates, (reason) => setAsked({ folder, creates, reason }));
  };
  return (
    <>
      {useStore(isOpen) && <Chooser onOpen={open} onClose={close} />}
      {asked !== null && (
        <Question
          title="Open another workspace?"
          text={`${asked.reason} Drafts are kept, and are there when this workspace is opened again.`}
          action="Open the workspace"
          onConfirm={() => void openWorkspace(asked.folder, asked.creates, null)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

interface ChooserProps {
  readonly onOpen: (folder: string, creates?: boolean) => void;
  readonly onClose: () => void;
}

function Chooser({ onOpen, onClose }: ChooserProps) {
  const current = workspace.store.get().value?.folder;
  const others = useStore(openedBefore).filter((folder) => folder !== current);
  const [name, setName] = useState('');
  return (
    <FolderBrowser
      title="Open a workspace"
      text="A folder of YAML files, which Git can follow. All windows of the app, and the command line, use it from then on."
      wants="folder"
      action="Open this folder"
      onChoose={(folder) => onOpen(folder)}
      onClose={onClose}
    >
      {({ path }) => (
        <>
          <form
            className={css['path']}
            onSubmit={(event) => {
              event.preventDefault();
              if (name.trim() !== '') onOpen(`${path}/${name.trim()}`, true);
            }}
          >
            <TextField
              aria-label="Name of a new folder"
              placeholder="A new folder in here"
              value={name}
              onChange={setName}
            />
            <Button type="submit" disabled={name.trim() === ''}>
              Create and open
            </Button>
          </form>
          {others.length > 0 && (
            <section aria-label="Opened before">
              <h3 className={css['hint']}>Opened before</h3>
              {others.map((folder) => (
                <Button key={folder} size="small" title={folder} onClick={() => onOpen(folder)}>
                  {folder}
                </Button>
              ))}
            </section>
          )}
        </>
      )}
    </FolderBrowser>
  );
}

/** Opens a workspace. `ask` gets the reason where something would end; null ends it. */
async function openWorkspace(
  folder: string,
  creates: boolean,
  ask: ((reason: string) => void) | null,
): Promise<void> {
  await attempt('The workspace cannot be opened', async () => {
    await flushObjects();
    const before = workspace.store.get().value?.folder;
    try {
      const opened = await rpc('client.open_workspace', { folder, creates, endsAll: ask === null });
      const others = [before, ...openedBefore.get()].filter(
        (each) => each !== undefined && each !== opened.folder,
      );
      openedBefore.set([opened.folder, ...new Set(others as string[])].slice(0, MAX_REMEMBERED));
    } catch (error) {
      if (ask === null || !(error instanceof ApiError) || error.field !== 'endsAll') throw error;
      ask(`${error.message.split(':')[0]!}.`);
    }
  });
}
