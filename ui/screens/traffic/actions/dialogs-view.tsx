// Shows the open dialog of the traffic screen.
import { lazy, Suspense } from 'react';
import { useStore } from '../../../state/store.ts';
import { CommentDialog } from './comment-dialog.tsx';
import { dialog } from './dialogs.ts';
import { ExportDialog } from './export-dialog.tsx';
import { LimitDialog } from './limit-dialog.tsx';
import { RepeatDialog } from './repeat-dialog.tsx';

const SaveDialog = lazy(async () => ({ default: (await import('./save/save-dialog.tsx')).SaveDialog }));

export function Dialogs() {
  const open = useStore(dialog);
  const close = (): void => dialog.set(null);
  switch (open?.type) {
    case undefined:
      return null;
    case 'export':
      return <ExportDialog ids={open.ids} onClose={close} />;
    case 'comment':
      return <CommentDialog ids={open.ids} onClose={close} />;
    case 'limit':
      return <LimitDialog onClose={close} />;
    case 'repeat':
      return <RepeatDialog ids={open.ids} onClose={close} />;
    case 'save':
      return (
        <Suspense fallback={null}>
          <SaveDialog ids={open.ids} onClose={close} />
        </Suspense>
      );
  }
}
