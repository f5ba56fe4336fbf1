// A button that chooses a file. Its path is relative to the workspace where the file is in there.
import { FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../parts/index.ts';
import { FolderBrowser } from './folder-browser.tsx';
import { relativeTo } from './relative-to.ts';

interface ChooseFileProps {
  readonly onChoose: (path: string) => void;
}

export function ChooseFile({ onChoose }: ChooseFileProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={FolderOpen} onClick={() => setOpen(true)}>
        Choose…
      </Button>
      {isOpen && (
        <FolderBrowser
          title="Choose a file"
          wants="file"
          action="Choose"
          onChoose={(path, workspace) => {
            setOpen(false);
            onChoose(relativeTo(workspace, path));
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
