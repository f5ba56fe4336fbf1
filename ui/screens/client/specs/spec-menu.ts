// Further actions of an API description.
import { FileInput, Pencil, Server, Square, Trash2 } from 'lucide-react';
import type { MenuEntry } from '../../../parts/index.ts';
import { useStore } from '../../../state/store.ts';
import { editObject } from '../model/objects.ts';
import { placed, remove } from '../model/steps.ts';
import { ownTab } from '../model/tabs.ts';
import { keyParts } from '../model/workspace.ts';
import { mocks, startMock, stopMock } from './mock.ts';

export function useSpecMenu(tabKey: string, name: string, onRename: () => void): readonly MenuEntry[] {
  const mock = useStore(mocks).get(tabKey);
  const { id } = keyParts(tabKey);
  return [
    { label: 'Rename…', icon: Pencil, onSelect: onRename },
    { label: 'Take the text of a file…', icon: FileInput, onSelect: () => takeFile(tabKey) },
    mock === undefined
      ? { label: 'Start a mock server', icon: Server, onSelect: () => void startMock(id, name) }
      : {
          label: 'Stop the mock server',
          hint: mock.url,
          icon: Square,
          onSelect: () => void stopMock(tabKey),
        },
    'separator',
    {
      label: 'Delete',
      icon: Trash2,
      danger: true,
      onSelect: () => {
        const found = placed(tabKey);
        if (found !== null) void remove([found]);
      },
    },
  ];
}

/** Puts the text of a file that the user chooses in place of what is there: a new version. It is not saved yet. */
function takeFile(tabKey: string): void {
  const field = document.createElement('input');
  field.type = 'file';
  field.accept = '.yaml,.yml,.json';
  field.addEventListener('change', () => {
    const [file] = field.files ?? [];
    if (file === undefined) return;
    void file.text().then((text) => {
      ownTab(tabKey);
      editObject(tabKey, { text });
    });
  });
  field.click();
}
