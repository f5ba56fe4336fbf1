// The row that dragged rows would go to.
import { useState, type DragEvent } from 'react';
import { move } from '../model/steps.ts';
import { dropTarget, dropZone } from './drag.ts';
import type { TreeRow } from './rows.ts';
import { selectedObjects } from './tree-actions.ts';
import type { Drop } from './tree-row.tsx';

/** Returns where the selected rows would go if they were dropped now, with the handlers that follow the pointer. */
export function useDrop(rows: readonly TreeRow[]) {
  const [drop, setDrop] = useState<{ readonly key: string; readonly zone: Drop } | null>(null);
  const rowAt = ({ target }: DragEvent): TreeRow | undefined => {
    const key = (target as Element).closest<HTMLElement>('[data-key]')?.dataset['key'];
    return rows.find((row) => row.key === key);
  };
  return {
    drop,
    onDragOver: (event: DragEvent): void => {
      const row = rowAt(event);
      const zone = row === undefined ? null : dropZone(event, row, selectedObjects());
      if (zone !== null) event.preventDefault();
      setDrop(row === undefined || zone === null ? null : { key: row.key, zone });
    },
    onDragLeave: (): void => setDrop(null),
    onDrop: (event: DragEvent): void => {
      event.preventDefault();
      const row = rowAt(event);
      setDrop(null);
      const target = row === undefined || drop === null ? null : dropTarget(row, drop.zone);
      if (target !== null) void move(selectedObjects(), target.holder, target.index);
    },
  };
}
