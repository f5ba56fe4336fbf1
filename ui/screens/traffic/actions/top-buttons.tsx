// The actions of the traffic screen in the top bar.
import { Download, Ellipsis, FolderOpen, HardDriveDownload, Save, Upload } from 'lucide-react';
import { Button, IconButton, Menu, type MenuEntry } from '../../../parts/index.ts';
import { openRecording } from '../../../controls/record-to-files.tsx';
import { isViewer } from '../../../state/mode.ts';
import { useStore } from '../../../state/store.ts';
import { theme } from '../../../state/theme.ts';
import css from '../traffic.module.css';
import { exportRequests, redactSecrets } from './export.ts';
import { chooseFiles } from './screen-actions.ts';
import { chooseViewFile, exportView } from './view-file.ts';

export function TopButtons() {
  const redact = useStore(redactSecrets);
  const current = useStore(theme);
  const entries: readonly MenuEntry[] = [
    ...(isViewer ? [] : [{ label: 'Open file…', icon: FolderOpen, keys: 'mod+o', onSelect: chooseFiles }]),
    { label: 'Save session', icon: Save, onSelect: () => void exportRequests(null, 'session') },
    ...(isViewer ? [] : [{ label: 'Record to files…', icon: HardDriveDownload, onSelect: openRecording }]),
    { label: 'Redact secrets', checked: redact, keepOpen: true, onSelect: () => redactSecrets.set(!redact) },
    'separator',
    { heading: 'Saved filters and columns' },
    { label: 'Export view', icon: Download, onSelect: exportView },
    { label: 'Import view…', icon: Upload, onSelect: chooseViewFile },
    'separator',
    { heading: 'Theme' },
    ...(['system', 'light', 'dark'] as const).map((choice): MenuEntry => {
      const label = choice === 'system' ? 'As the system' : choice === 'light' ? 'Light' : 'Dark';
      return { label, checked: current === choice, onSelect: () => theme.set(choice) };
    }),
  ];
  return (
    <>
      {!isViewer && (
        <Button icon={FolderOpen} className={css['optional']} onClick={chooseFiles}>
          Open
        </Button>
      )}
      <Button icon={Save} className={css['optional']} onClick={() => void exportRequests(null, 'session')}>
        Save session
      </Button>
      <Menu entries={entries} align="end">
        <IconButton icon={Ellipsis} label="More actions" />
      </Menu>
    </>
  );
}
