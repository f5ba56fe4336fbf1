// The data folder: where it is, how large it is, and a way into it.
import { FolderOpen } from 'lucide-react';
import { useEffect } from 'react';
import { rpc } from '../../../api/client.ts';
import { sizeText } from '../../../format/measures.ts';
import { Button, CopyLine } from '../../../parts/index.ts';
import { attempt } from '../../../state/actions.ts';
import { useResource } from '../../../state/resource.ts';
import css from '../settings.module.css';
import { about } from './about.ts';

export function DataFolder() {
  const { value, error } = useResource(about);
  // It grows while traffic is captured.
  useEffect(() => void about.load(), []);
  if (value === null) return error !== null && <p className={css['state']}>{error}</p>;
  return (
    <>
      <CopyLine name="path" text={value.dataFolder} />
      <div className={css['line']}>
        <span className={css['state']}>{sizeText(value.dataBytes)}</span>
        <Button kind="line" size="small" icon={FolderOpen} onClick={() => void openFolder()}>
          Open
        </Button>
      </div>
    </>
  );
}

async function openFolder(): Promise<void> {
  await attempt('The folder cannot be opened', () => rpc('ui.open_data_folder', {}));
}
