// Names and values as a table or as text: headers, query parameters, path variables, fields of forms.
import { useState } from 'react';
import { SectionHead, Segmented } from '../parts/index.ts';
import { isOn } from './key-value.ts';
import css from './key-values.module.css';
import { Table } from './table.tsx';
import type { KeyValueTableProps } from './table-props.ts';
import { TextForm } from './text-form-view.tsx';

export function KeyValueTable(props: KeyValueTableProps) {
  const { label, rows, variables, fixedNames = false, note, actions, onChange } = props;
  const [form, setForm] = useState<'table' | 'text'>('table');
  const on = rows.filter(isOn).length;
  const counted = rows.length === 0 || fixedNames ? null : `${on} of ${rows.length} on`;
  return (
    <section className={css['section']} aria-label={label}>
      <SectionHead title={label} note={note ?? counted}>
        {!fixedNames && (
          <Segmented
            label={`Show ${label} as`}
            value={form}
            options={[
              ['table', 'Table'],
              ['text', 'Text'],
            ]}
            onChange={setForm}
          />
        )}
        {actions}
      </SectionHead>
      {form === 'text' ? <TextForm {...{ label, rows, variables, onChange }} /> : <Table {...props} />}
    </section>
  );
}
