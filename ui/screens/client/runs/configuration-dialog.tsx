// Saves the set-up of a run as a configuration: a file that the command line takes, too.
import type { TreeObject } from '../model/workspace.ts';
import { SaveDialog } from '../parts/save-dialog.tsx';
import type { TabSetup } from './setup.ts';

interface ConfigurationDialogProps {
  readonly given: TabSetup;
  readonly collection: TreeObject;
  readonly onClose: () => void;
}

export function ConfigurationDialog({ given, collection, onClose }: ConfigurationDialogProps) {
  return (
    <SaveDialog
      kind="run"
      title="Save as a run configuration"
      text="A file of the workspace, in Git like the others: proxyctl collection run --config takes it, too."
      action="Save configuration"
      initial={given.name ?? collection.name}
      fields={{ ...given.setup, collection: collection.id }}
      onClose={onClose}
    />
  );
}
