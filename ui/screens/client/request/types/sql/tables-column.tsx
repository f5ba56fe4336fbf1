// The tables of the database with their columns, which are inserted into the statement.
import { useState } from 'react';
import { TextField } from '../../../../../parts/index.ts';
import type { ColumnProps } from '../contract.ts';
import { AskBar } from '../shared/ask-bar.tsx';
import { insertAtCaret } from '../shared/caret.ts';
import css from '../shared/column.module.css';
import { useDescription } from '../shared/description.ts';

export function TablesColumn(props: ColumnProps) {
  const { tabKey } = props;
  const asked = useDescription(tabKey, 'sql');
  const [sought, setSought] = useState('');
  const wanted = sought.trim().toLowerCase();
  const found = (asked.value?.tables ?? []).filter(
    ({ name, columns }) =>
      name.toLowerCase().includes(wanted) ||
      columns.some((column) => column.name.toLowerCase().includes(wanted)),
  );
  return (
    <>
      <AskBar {...props} asked={asked} offers="tables" />
      {asked.value !== null && (
        <>
          <div className={css['find']}>
            <TextField
              aria-label="Find a table or column"
              placeholder="Find a table or column"
              value={sought}
              onChange={setSought}
            />
          </div>
          <div className={css['list']}>
            {found.length === 0 && <p className={css['hint']}>There is no such table.</p>}
            {found.map(({ schema, name, columns }) => (
              <section key={`${schema}.${name}`} aria-label={name}>
                <div className={css['item']}>
                  <button
                    type="button"
                    className={css['itemMain']}
                    onClick={() => insertAtCaret(tabKey, name)}
                  >
                    <strong className={css['itemName']}>{name}</strong>
                    <span className={css['itemNote']}>{schema}</span>
                  </button>
                </div>
                {columns.map((column) => (
                  <div key={column.name} className={css['item']}>
                    <button
                      type="button"
                      className={css['itemMain']}
                      onClick={() => insertAtCaret(tabKey, column.name)}
                    >
                      <span className={css['itemName']}>{column.name}</span>
                      <span className={css['itemNote']}>
                        {column.type}
                        {column.nullable && ', null'}
                      </span>
                    </button>
                  </div>
                ))}
              </section>
            ))}
          </div>
        </>
      )}
    </>
  );
}
