// The values that a search finds in JSON, and nothing else, as a tree of their own that is copied and saved as a list.
import { CopyPlus, Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../../parts/index.ts';
import shared from '../../parts/content.module.css';
import { attempt, copyText } from '../../state/actions.ts';
import { sayError } from '../../state/toasts.ts';
import { saveFile } from '../body-files.ts';
import { Waiting } from '../waiting.tsx';
import { TreeFoot, TreeRows } from './json-tree-rows.tsx';
import css from './json-tree.module.css';
import type { OpenedJson } from './json-messages.ts';
import { askJson, closeDocument, nextDocument } from './use-json.ts';
import { useJsonTree } from './use-json-tree.ts';

interface FilteredTreeProps {
  readonly document: number;
  readonly query: string;
  readonly label: string;
}

interface Filtered {
  readonly document: number;
  readonly opened: OpenedJson;
}

/** Milliseconds without a change of the query. */
const PAUSE_MS = 150;

export function FilteredTree({ document, query, label }: FilteredTreeProps) {
  const filtered = useFiltered(document, query);
  if (filtered === null) return <Waiting />;
  // The list itself is a value.
  if (filtered.opened.valueCount <= 1)
    return <p className={shared['hint']}>Nothing is there: give another path or text.</p>;
  return <Tree key={filtered.document} {...filtered} label={`${label}, filtered`} />;
}

/** Returns what the query finds; the one before while the next is awaited. */
function useFiltered(document: number, query: string): Filtered | null {
  const [filtered, setFiltered] = useState<Filtered | null>(null);
  useEffect(() => {
    let made: number | null = null;
    let isCurrent = true;
    const timer = setTimeout(() => {
      const as = nextDocument();
      made = as;
      void askJson({ type: 'filter', document, query, as }).then(
        (opened) => {
          if (isCurrent) setFiltered({ document: as, opened });
        },
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      if (made !== null) closeDocument(made);
    };
  }, [document, query]);
  return filtered;
}

function Tree({ document, opened, label }: Filtered & { readonly label: string }) {
  const [box, setBox] = useState<HTMLElement | null>(null);
  const tree = useJsonTree(document, opened, box, 0);
  return (
    <>
      {opened.cut !== null && (
        <p className={css['cut']} role="status">
          {opened.cut}
        </p>
      )}
      <TreeRows tree={tree} opened={opened} label={label} box={setBox} />
      <TreeFoot tree={tree} opened={opened}>
        <IconButton
          icon={CopyPlus}
          size="small"
          label="Copy all that is shown"
          onClick={() => void withText(document, (text) => copyText(text, 'Copied what the filter shows'))}
        />
        <IconButton
          icon={Download}
          size="small"
          label="Save all that is shown"
          onClick={() =>
            void withText(document, (text) =>
              saveFile(new Blob([text], { type: 'application/json' }), 'filtered.json'),
            )
          }
        />
      </TreeFoot>
    </>
  );
}

async function withText(document: number, use: (text: string) => void | Promise<void>): Promise<void> {
  await attempt('The values cannot be read', async () => {
    const text = await askJson({ type: 'source', document, row: 0 });
    if (text === null) sayError('The values are too long: save the body');
    else await use(text);
  });
}
