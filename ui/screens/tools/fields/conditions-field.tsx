// The field for an object whose members are added one by one. The schema says which members there can be.
import { Plus, X } from 'lucide-react';
import { Button, IconButton, Menu } from '../../../parts/index.ts';
import { useDefinitions, useEditor, type FieldProps } from './context.ts';
import css from './fields.module.css';
import { hintOf, labelOf, singular } from '../model/labels.ts';
import { Line, LineError } from './line.tsx';
import { PlainControl } from './plain.tsx';
import {
  fieldPath,
  initialValue,
  isPlainKind,
  shapeOf,
  type JsonSchema,
  type Shape,
} from '../model/schema.ts';

type Values = Readonly<Record<string, unknown>>;

export function ConditionsField({ schema, name, path, value, onChange }: FieldProps) {
  const definitions = useDefinitions();
  const properties = shapeOf(schema, definitions).schema.properties ?? {};
  const values = (value ?? {}) as Values;
  const present = Object.entries(properties).filter(([each]) => values[each] !== undefined);
  const set = (each: string, next: unknown): void => {
    const isGone = next === undefined || (Array.isArray(next) && next.length === 0);
    const rest = Object.entries(values).filter(([other]) => other !== each);
    onChange(isGone ? Object.fromEntries(rest) : { ...values, [each]: next });
  };
  const add = (each: string, field: JsonSchema): void => {
    const { kind } = shapeOf(field, definitions);
    const given = values[each] as readonly unknown[] | undefined;
    const fresh = initialValue(field, definitions);
    set(
      each,
      kind === 'values'
        ? ['']
        : kind === 'rows'
          ? [...(given ?? []), ...(fresh as readonly unknown[])]
          : fresh,
    );
  };
  const addable = Object.entries(properties).filter(
    ([each, field]) => values[each] === undefined || shapeOf(field, definitions).kind === 'rows',
  );
  return (
    <div role="group" aria-label={labelOf(name)}>
      {present.map(([each, field]) => (
        <Condition
          key={each}
          name={each}
          field={field}
          path={fieldPath(path, each)}
          value={values[each]}
          onChange={(next) => set(each, next)}
        />
      ))}
      <Menu
        entries={addable.map(([each, field]) => ({
          label: titleOf(each, shapeOf(field, definitions)),
          ...(field.description !== undefined && each !== 'not' && { hint: hintOf(field.description)! }),
          onSelect: () => add(each, field),
        }))}
      >
        <Button size="small" icon={Plus} className={css['add']}>
          Add condition
        </Button>
      </Menu>
    </div>
  );
}

interface ConditionProps {
  readonly name: string;
  readonly field: JsonSchema;
  readonly path: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

function Condition({ name, field, path, value, onChange }: ConditionProps) {
  const definitions = useDefinitions();
  const { Control } = useEditor();
  const shape = shapeOf(field, definitions);
  const title = titleOf(name, shape);
  if (shape.kind === 'rows') {
    const items = shapeOf(shape.schema.items ?? {}, definitions).schema;
    const list = value as readonly unknown[];
    return list.map((each, at) => (
      <Row key={at} title={title} path={fieldPath(path, at)} onRemove={() => onChange(list.toSpliced(at, 1))}>
        <Line
          schema={items}
          path={fieldPath(path, at)}
          value={each}
          label={title}
          onChange={(next) => onChange(list.with(at, next))}
        />
      </Row>
    ));
  }
  const isNested = shape.kind === 'conditions' || shape.kind === 'sets';
  return (
    <Row title={title} path={path} isNested={isNested} onRemove={() => onChange(undefined)}>
      {isPlainKind(shape.kind) ? (
        <PlainControl {...{ schema: field, name, path, value, onChange }} label={title} isInline />
      ) : (
        <Control {...{ schema: field, name, path, value, onChange }} />
      )}
    </Row>
  );
}

interface RowProps {
  readonly title: string;
  readonly path: string;
  readonly isNested?: boolean;
  readonly onRemove: () => void;
  readonly children: React.ReactNode;
}

function Row({ title, path, isNested = false, onRemove, children }: RowProps) {
  return (
    <div className={css['condition']} data-nested={isNested} role="group" aria-label={title}>
      <span className={css['conditionKind']}>{title}</span>
      <div className={css['conditionControl']}>{children}</div>
      <IconButton icon={X} size="small" label={`Remove ${title.toLowerCase()}`} onClick={onRemove} />
      {!isNested && <LineError path={path} />}
    </div>
  );
}

/** Returns the title of a member; a list is titled by one of its items. */
function titleOf(name: string, { kind }: Shape): string {
  if (kind !== 'rows') return labelOf(name);
  const thing = singular(name);
  return thing.charAt(0).toUpperCase() + thing.slice(1);
}
