// The table of a dataset as it is typed, with steps that can be taken back.
import { useMemo, useRef } from 'react';
import { messageOf } from '../../../api/client.ts';
import { editObject, useObject } from '../model/objects.ts';
import type { OpenObject } from '../model/open-object.ts';
import { ownTab } from '../model/tabs.ts';
import { objectKey } from '../model/workspace.ts';
import { tableOf, tableText, type DatasetTable } from './dataset-table.ts';

/** The characters of earlier texts that are kept for undo. */
const MAX_UNDO = 64 * 1024 * 1024;

export interface Dataset {
  readonly key: string;
  readonly object: OpenObject;
  readonly text: string;
  /** Null where the text is not a table. */
  readonly table: DatasetTable | null;
  readonly error: string | null;
  readonly setTable: (table: DatasetTable) => void;
  readonly setText: (text: string) => void;
  readonly undo: () => void;
}

/** Returns a dataset, and follows it. `id`: its name. */
export function useDataset(id: string): Dataset {
  const key = objectKey('dataset', id);
  const object = useObject(key);
  const text = typeof object.value['text'] === 'string' ? object.value['text'] : '';
  // The table of a change is there already; reading a large text again would take long.
  const known = useRef<{ readonly text: string; readonly table: DatasetTable } | null>(null);
  const past = useRef<readonly string[]>([]);
  const read = useMemo(() => {
    if (known.current?.text === text) return { table: known.current.table, error: null };
    try {
      return { table: tableOf(text), error: null };
    } catch (error) {
      return { table: null, error: messageOf(error) };
    }
  }, [text]);
  const type = (next: string): void => {
    ownTab(key);
    editObject(key, { text: next });
  };
  const setText = (next: string): void => {
    past.current = bounded([...past.current, text]);
    type(next);
  };
  return {
    key,
    object,
    text,
    ...read,
    setText,
    setTable(table) {
      known.current = { text: tableText(table), table };
      setText(known.current.text);
    },
    undo() {
      const before = past.current.at(-1);
      past.current = past.current.slice(0, -1);
      if (before !== undefined) type(before);
    },
  };
}

/** Leaves the latest texts, at least one of them. */
function bounded(texts: readonly string[]): readonly string[] {
  let size = 0;
  const first = texts.findLastIndex((text) => (size += text.length) > MAX_UNDO);
  return texts.slice(Math.min(first + 1, texts.length - 1));
}
