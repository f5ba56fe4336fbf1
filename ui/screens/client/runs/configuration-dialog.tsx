// Saves the set-up of a run as a configuration: a file that the command line takes, too.
import { useState } from 'react';
import { messageOf, rpc } from '../../../api/client.ts';
import { Button, Dialog, FormRow, TextField } from '../../../parts/index.ts';
import { useResource } from '../../../state/resource.ts';
import { say } from '../../../state/toasts.ts';
import { windowName } from '../../../state/window.ts';
import { undoStep } from '../model/steps.ts';
import { openTab } from '../model/tabs.ts';
import { objectKey, workspace, type TreeObject } from '../model/workspace.ts';
import type { TabSetup } from './setup.ts';

interface ConfigurationDialogProps {
  readonly given: TabSetup;
  readonly collection: TreeObject;
  readonly onClose: () => void;
}

const FIELD = 'run-configuration-name';

export function ConfigurationDialog({ given, collection, onClose }: ConfigurationDialogProps) {
  const { value } = useResource(workspace);
  const taken = (value?.tree ?? []).filter(({ kind }) => kind === 'run').map(({ name }) => name);
  const [typed, setTyped] = useState(() => freeName(given.name ?? collection.name, taken));
  const [refused, setRefused] = useState<string | null>(null);
  const name = typed.trim();
  const error = name === '' ? 'Give a name' : taken.includes(name) ? `There is a ${name} already` : refused;
  const save = async (): Promise<void> => {
    if (name === '' || taken.includes(name)) return;
    try {
      const key = await saveConfiguration(given, collection.id, name);
      onClose();
      openTab(key);
      say(`Saved ${name}`, undoStep);
    } catch (reason) {
      setRefused(messageOf(reason));
    }
  };
  return (
    <Dialog
      title="Save as a run configuration"
      text="A file of the workspace, in Git like the others: proxyctl collection run --config takes it, too."
      onClose={onClose}
      actions={
        <>
          <Button kind="line" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" disabled={error !== null} onClick={() => void save()}>
            Save configuration
          </Button>
        </>
      }
    >
      <FormRow label="Name" htmlFor={FIELD} error={error}>
        <TextField
          id={FIELD}
          autoFocus
          value={typed}
          isWrong={error !== null}
          onChange={(text) => {
            setRefused(null);
            setTyped(text);
          }}
          onKeyDown={({ key }) => key === 'Enter' && void save()}
        />
      </FormRow>
    </Dialog>
  );
}

/** Resolves with the key of the new configuration. */
async function saveConfiguration({ setup }: TabSetup, collection: string, name: string): Promise<string> {
  const object = { kind: 'run', id: crypto.randomUUID() } as const;
  const fields = Object.entries({ ...setup, collection, name });
  const changes = fields.map(([field, value]) => ({ field, value }));
  await rpc('client.change_draft', { ...object, changes, isNew: true, window: windowName });
  try {
    await rpc('client.save_draft', { ...object, window: windowName });
  } catch (error) {
    await rpc('client.discard_drafts', { objects: [object], window: windowName });
    throw error;
  }
  await workspace.load();
  return objectKey(object.kind, object.id);
}

function freeName(name: string, taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name} ${number}`;
    if (!taken.includes(free)) return free;
  }
}
