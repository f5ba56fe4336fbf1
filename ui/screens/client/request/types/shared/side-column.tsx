// A column beside the editors of a request. In a narrow window it is a drawer from the right.
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCommands } from '../../../../../commands/index.ts';
import { IconButton, PaneHead } from '../../../../../parts/index.ts';
import css from './side-column.module.css';

interface SideColumnProps {
  readonly title: string;
  readonly side: 'left' | 'right';
  readonly isDrawer: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function SideColumn({ title, side, isDrawer, onClose, children }: SideColumnProps) {
  useCommands(
    isDrawer
      ? [
          {
            id: 'client.column-close',
            title: 'Close',
            group: 'client',
            keys: 'escape',
            inPalette: false,
            run: onClose,
          },
        ]
      : [],
  );
  return (
    <>
      {isDrawer && <div className={css['scrim']} onClick={onClose} aria-hidden />}
      <aside className={css['column']} data-side={side} data-drawer={isDrawer} aria-label={title} data-region>
        <PaneHead title={title}>
          <IconButton icon={X} size="small" label={`Hide ${title.toLowerCase()}`} onClick={onClose} />
        </PaneHead>
        {children}
      </aside>
    </>
  );
}
