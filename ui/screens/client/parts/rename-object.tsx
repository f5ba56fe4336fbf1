// Another name for an object that has a tab. It is saved at once, unless there is more that is not saved.
import { NameDialog } from './name-dialog.tsx';
import { editObject, openObject } from '../model/objects.ts';
import { save } from '../model/saving.ts';
import { keyParts, workspace } from '../model/workspace.ts';

interface RenameObjectProps {
  readonly tabKey: string;
  readonly name: string;
  readonly onClose: () => void;
}

export function RenameObject({ tabKey, name, onClose }: RenameObjectProps) {
  const { kind, id } = keyParts(tabKey);
  const others = (workspace.store.get().value?.tree ?? []).filter(
    (each) => each.kind === kind && each.id !== id,
  );
  return (
    <NameDialog
      title={`Rename ${name}`}
      initial={name}
      action="Rename"
      taken={others.map((each) => each.name)}
      onName={(given) => {
        const { isUnsaved } = openObject(tabKey);
        editObject(tabKey, { name: given });
        if (!isUnsaved) void save(tabKey);
      }}
      onClose={onClose}
    />
  );
}
