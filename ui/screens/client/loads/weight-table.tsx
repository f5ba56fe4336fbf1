// The weights of a load test: how often requests and folders are sent, one of them an iteration.
import { Checkbox, TextField } from '../../../parts/index.ts';
import { useResource } from '../../../state/resource.ts';
import { workspace, type TreeObject } from '../model/workspace.ts';
import css from './parts.module.css';
import setupCss from './setup.module.css';
import { MAX_WEIGHT, parseNumber } from './setup.ts';
import type { LoadSetup } from './setup-parts.ts';

interface WeightTableProps {
  readonly setup: LoadSetup;
  readonly onChange: (part: Partial<LoadSetup>) => void;
}

interface WeightRow {
  readonly id: string;
  readonly name: string;
  readonly depth: number;
  readonly isFolder: boolean;
  /** The name of the folder whose weight it has; null for its own. */
  readonly within: string | null;
}

export function WeightTable({ setup, onChange }: WeightTableProps) {
  const tree = useResource(workspace).value?.tree ?? [];
  const { weights, collection } = setup;
  const isOn = Object.keys(weights).length > 0;
  const own = tree.find(({ kind, id }) => kind === 'collection' && id === collection);
  const sent = own === undefined ? [] : sentIn(own.items ?? [], setup.only);
  const rows = isOn && own !== undefined ? rowsOf(own.items ?? [], setup, new Set(sent)) : [];
  const change = (id: string, text: string): void => onChange({ weights: { ...weights, [id]: text } });
  return (
    <div className={setupCss['tableBox']}>
      <p className={css['weightChoice']}>
        <Checkbox
          label="One request an iteration, by weight"
          checked={isOn}
          onChange={(on) => onChange({ weights: on ? Object.fromEntries(sent.map((id) => [id, '1'])) : {} })}
        />
      </p>
      {rows.length > 0 && (
        <ul className={css['weights']} aria-label="Weights">
          {rows.map(({ id, name, depth, isFolder, within }) => {
            const text = weights[id] ?? '';
            return (
              <li key={id} style={{ paddingLeft: 12 + depth * 14 }}>
                <span className={css['weightName']} data-folder={isFolder}>
                  {name}
                </span>
                <TextField
                  aria-label={`Weight of ${name}`}
                  className={css['weight']}
                  mono
                  inputMode="numeric"
                  placeholder={within ?? (isFolder ? 'each' : '1')}
                  value={text}
                  isWrong={text.trim() !== '' && parseNumber(text, 0, MAX_WEIGHT) === null}
                  onChange={(typed) => change(id, typed)}
                />
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

/** Returns the ids of the requests that are sent: all, or those that are chosen or in a chosen folder. */
function sentIn(items: readonly TreeObject[], only: readonly string[]): readonly string[] {
  return items.flatMap(({ id, name, items: inner }) => {
    const isChosen = only.length === 0 || only.includes(id) || only.includes(name);
    if (inner !== undefined) return sentIn(inner, isChosen ? [] : only);
    return isChosen ? [id] : [];
  });
}

/** Returns folders and requests in their order; folders without anything that is sent are left out. */
function rowsOf(
  items: readonly TreeObject[],
  setup: LoadSetup,
  sent: ReadonlySet<string>,
  depth = 0,
  within: string | null = null,
): readonly WeightRow[] {
  return items.flatMap(({ kind, id, name, items: inner }): readonly WeightRow[] => {
    const isFolder = kind === 'folder';
    const hasOwn = (setup.weights[id] ?? '').trim() !== '';
    if (!isFolder) return sent.has(id) ? [{ id, name, depth, isFolder, within }] : [];
    const rows = rowsOf(inner ?? [], setup, sent, depth + 1, hasOwn ? 'with it' : within);
    return rows.length === 0 ? [] : [{ id, name, depth, isFolder, within }, ...rows];
  });
}
