// The field for a list of large objects, such as the mocks of a set. Each can be collapsed.
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { Button, IconButton } from '../../../parts/index.ts';
import { useDefinitions, useEditor, type FieldProps } from './context.ts';
import css from './fields.module.css';
import { LineError } from './line.tsx';
import { singular } from '../model/labels.ts';
import { fieldPath, initialValue, shapeOf } from '../model/schema.ts';

export function SetsField({ schema, name, path, value, onChange }: FieldProps) {
  const definitions = useDefinitions();
  const { Control } = useEditor();
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  const items = shapeOf(schema, definitions).schema.items ?? {};
  const thing = singular(name);
  return (
    <>
      {list.map((each, at) => (
        <div key={at} className={css['set']}>
          <details open={list.length <= 2 || at === list.length - 1}>
            <summary>
              <span className={css['setTitle']}>{titleOf(each) ?? `${thing} ${at + 1}`}</span>
            </summary>
            <div className={css['setBody']}>
              <Control
                schema={items}
                name={name}
                path={fieldPath(path, at)}
                value={each}
                onChange={(next) => onChange(list.with(at, next))}
              />
            </div>
          </details>
          <SetActions name={`${thing} ${at + 1}`} {...{ list, at, onChange }} />
          <div className={css['foldedError']}>
            <LineError path={fieldPath(path, at)} />
          </div>
        </div>
      ))}
      <Button
        size="small"
        icon={Plus}
        className={css['add']}
        onClick={() => onChange([...list, initialValue(items, definitions)])}
      >
        Add {thing}
      </Button>
    </>
  );
}

interface SetActionsProps extends Pick<FieldProps, 'name' | 'onChange'> {
  readonly list: readonly unknown[];
  readonly at: number;
}

/** The buttons that move or remove an entry. */
function SetActions({ name, list, at, onChange }: SetActionsProps) {
  return (
    <span className={css['setActions']}>
      <IconButton
        icon={ArrowUp}
        size="small"
        label={`Move ${name} up`}
        disabled={at === 0}
        onClick={() => onChange(moved(list, at, at - 1))}
      />
      <IconButton
        icon={ArrowDown}
        size="small"
        label={`Move ${name} down`}
        disabled={at === list.length - 1}
        onClick={() => onChange(moved(list, at, at + 1))}
      />
      <IconButton
        icon={Trash2}
        size="small"
        label={`Remove ${name}`}
        onClick={() => onChange(list.toSpliced(at, 1))}
      />
    </span>
  );
}

function titleOf(value: unknown): string | null {
  const { name, method, pattern } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof name === 'string' && name !== '' && name !== 'Untitled') return name;
  return typeof pattern === 'string' ? [method, pattern].filter((part) => part !== '').join(' ') : null;
}

function moved(list: readonly unknown[], from: number, to: number): readonly unknown[] {
  return list.toSpliced(from, 1).toSpliced(to, 0, list[from]);
}
