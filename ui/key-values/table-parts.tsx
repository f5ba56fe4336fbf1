// Parts of a key-value table: its heads, the fields that the app adds by itself, and the reasons of wrong rows.
import { CircleX } from 'lucide-react';
import css from './key-values.module.css';
import type { AutomaticField } from './table-props.ts';

export function TableHead({ hasDocs }: { readonly hasDocs: boolean }) {
  return (
    <div role="row" className={css['head']} aria-rowindex={1}>
      <div role="columnheader">
        <span className="visually-hidden">On</span>
      </div>
      <div role="columnheader">Name</div>
      <div role="columnheader">Value</div>
      {hasDocs && <div role="columnheader">Description</div>}
      <div role="columnheader">
        <span className="visually-hidden">Remove</span>
      </div>
    </div>
  );
}

export function AutomaticRow({ name, value, note, hasDocs }: AutomaticField & { readonly hasDocs: boolean }) {
  return (
    <div role="row" className={css['row']} data-automatic>
      <div role="gridcell" />
      <div role="gridcell" className={css['name']}>
        {name}
      </div>
      <div role="gridcell" className={css['value']}>
        <span className={css['text']}>{value}</span>
        {!hasDocs && <span className={css['resolved']}>{note}</span>}
      </div>
      {hasDocs && (
        <div role="gridcell" className={css['docs']}>
          <span className={css['text']}>{note}</span>
        </div>
      )}
      <div role="gridcell" />
    </div>
  );
}

/** Reasons that are listed. */
const MAX_REASONS = 5;

export function Reasons({ id, reasons }: { readonly id: string; readonly reasons: readonly string[] }) {
  return (
    <div id={id} role="alert" className={css['reasons']}>
      {reasons.slice(0, MAX_REASONS).map((reason) => (
        <p key={reason}>
          <CircleX aria-hidden />
          {reason}
        </p>
      ))}
      {reasons.length > MAX_REASONS && <p>{reasons.length - MAX_REASONS} more rows are wrong.</p>}
    </div>
  );
}
