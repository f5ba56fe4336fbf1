// The schema of the server: its operations, ready to be run, and the fields of each type.
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton, TextField } from '../../../../../parts/index.ts';
import { editRequest } from '../../fields.ts';
import type { ColumnProps } from '../contract.ts';
import { insertAtCaret } from '../shared/caret.ts';
import { AskBar } from '../shared/ask-bar.tsx';
import css from '../shared/column.module.css';
import { useDescription, type DescriptionOf } from '../shared/description.ts';
import { fieldText } from './document.ts';
import { namedType, type Field, type Schema } from './schema.ts';
import { useSchema } from './use-schema.ts';

type ReadyOperation = DescriptionOf<'graphql'>['operations'][number];

export function SchemaColumn(props: ColumnProps) {
  const { tabKey } = props;
  const asked = useDescription(tabKey, 'graphql');
  const schema = useSchema(tabKey);
  const [sought, setSought] = useState('');
  /** The types that were opened, one from the other; none shows the operations. */
  const [path, setPath] = useState<readonly string[]>([]);
  const type = path.at(-1);
  const take = ({ query, variables }: ReadyOperation): void =>
    editRequest(tabKey, { body: { type: 'graphql', query, variables, operationName: '' } });
  return (
    <>
      <AskBar {...props} asked={asked} offers="types and operations" />
      {asked.value !== null && schema !== null && (
        <>
          <div className={css['find']}>
            <TextField
              aria-label="Find a field"
              placeholder={type === undefined ? 'Find an operation' : `Find in ${type}`}
              value={sought}
              onChange={setSought}
            />
          </div>
          <Crumbs path={path} onGo={setPath} />
          <div className={css['list']}>
            {type === undefined ? (
              <Operations
                operations={asked.value.operations.filter(({ name }) => isLike(name, sought))}
                onOpen={(result) => setPath([namedType(result)])}
                onTake={take}
                schema={schema}
              />
            ) : (
              (schema.types.get(type) ?? [])
                .filter(({ name }) => isLike(name, sought))
                .map((field) => (
                  <FieldItem
                    key={field.name}
                    field={field}
                    hasFields={schema.types.has(namedType(field.type))}
                    onOpen={() => setPath([...path, namedType(field.type)])}
                    onInsert={() => insertAtCaret(tabKey, fieldText(schema, type, field.name))}
                  />
                ))
            )}
          </div>
        </>
      )}
    </>
  );
}

function isLike(name: string, sought: string): boolean {
  return name.toLowerCase().includes(sought.trim().toLowerCase());
}

interface CrumbsProps {
  readonly path: readonly string[];
  readonly onGo: (path: readonly string[]) => void;
}

function Crumbs({ path, onGo }: CrumbsProps) {
  if (path.length === 0) return null;
  return (
    <nav className={css['crumbs']} aria-label="Types">
      <Button size="small" onClick={() => onGo([])}>
        Operations
      </Button>
      {path.map((type, at) => (
        <Button
          key={at}
          size="small"
          aria-current={at === path.length - 1}
          onClick={() => onGo(path.slice(0, at + 1))}
        >
          / {type}
        </Button>
      ))}
    </nav>
  );
}

const HEADINGS = [
  ['query', 'Queries'],
  ['mutation', 'Mutations'],
  ['subscription', 'Subscriptions'],
] as const;

interface OperationsProps {
  readonly operations: readonly ReadyOperation[];
  readonly schema: Schema;
  readonly onOpen: (result: string) => void;
  readonly onTake: (operation: ReadyOperation) => void;
}

function Operations({ operations, schema, onOpen, onTake }: OperationsProps) {
  return HEADINGS.map(([type, heading]) => {
    const own = operations.filter((each) => each.type === type);
    return (
      own.length > 0 && (
        <section key={type} aria-label={heading}>
          <h3 className={css['heading']}>{heading}</h3>
          {own.map((operation) => (
            <FieldItem
              key={operation.name}
              field={{ ...operation, type: operation.result, isDeprecated: false }}
              hasFields={schema.types.has(namedType(operation.result))}
              onOpen={() => onOpen(operation.result)}
              onInsert={() => onTake(operation)}
              verb="Write the operation"
            />
          ))}
        </section>
      )
    );
  });
}

interface FieldItemProps {
  readonly field: Pick<Field, 'name' | 'type' | 'description' | 'isDeprecated'>;
  readonly hasFields: boolean;
  readonly onOpen: () => void;
  readonly onInsert: () => void;
  readonly verb?: string;
}

function FieldItem({ field, hasFields, onOpen, onInsert, verb = 'Insert' }: FieldItemProps) {
  const { name, type, description, isDeprecated } = field;
  return (
    <div className={css['item']}>
      <button
        type="button"
        className={css['itemMain']}
        title={description}
        onClick={hasFields ? onOpen : onInsert}
      >
        <span className={css['itemName']} data-old={isDeprecated}>
          {name}
        </span>
        <span className={css['itemNote']}>{type}</span>
      </button>
      <IconButton icon={Plus} size="small" label={`${verb} ${name}`} onClick={onInsert} />
    </div>
  );
}
