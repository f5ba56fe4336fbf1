// Names and values in rows: headers, parameters, cookies, facts. A long value shows only its beginning at first.
import { useState, type ReactNode } from 'react';
import { sizeText } from '../format/measures.ts';
import shared from './content.module.css';
import css from './name-values.module.css';

/** The number of characters of a value that are shown at first. */
const SHOWN = 600;
/** The number of rows that are drawn at first. */
const SHOWN_ROWS = 300;

interface NameValuesProps {
  readonly rows: readonly (readonly [name: string, value: string])[];
  /** The text that is shown when there are no rows. */
  readonly empty: string;
}

export function NameValues({ rows, empty }: NameValuesProps) {
  const [hasAll, setAll] = useState(false);
  if (rows.length === 0) return empty === '' ? null : <p className={shared['hint']}>{empty}</p>;
  const shown = hasAll ? rows : rows.slice(0, SHOWN_ROWS);
  return (
    <>
      <dl className={css['values']}>
        {shown.map(([name, value], index) => (
          <div key={index}>
            <dt>{name}</dt>
            <dd>
              <LongValue text={value} />
            </dd>
          </div>
        ))}
      </dl>
      {shown.length < rows.length && (
        <button type="button" className={css['more']} onClick={() => setAll(true)}>
          Show all {rows.length}
        </button>
      )}
    </>
  );
}

function LongValue({ text }: { readonly text: string }) {
  const [hasAll, setAll] = useState(false);
  if (hasAll || text.length <= SHOWN) return text;
  return (
    <>
      {text.slice(0, SHOWN)}…{' '}
      <button type="button" className={css['more']} onClick={() => setAll(true)}>
        Show all {sizeText(text.length)}
      </button>
    </>
  );
}

interface FactsProps {
  readonly rows: readonly (readonly [name: string, value: ReactNode])[];
}

/** Lists facts about the exchange, and omits those without a value. */
export function Facts({ rows }: FactsProps) {
  return (
    <dl className={css['facts']}>
      {rows
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
