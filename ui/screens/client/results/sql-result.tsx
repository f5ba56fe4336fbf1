// The answer of a database: rows, or what a statement without rows has changed.
import shared from '../../../parts/content.module.css';
import type { ResultProps } from './result-props.ts';
import { gridOf } from './rows.ts';
import { RowsGrid } from './rows-grid.tsx';
import { useMemo } from 'react';

export function SqlResult({ body, send }: ResultProps) {
  const headers = send.end.response?.headers;
  const grid = useMemo(() => gridOf(body, headers ?? []), [body, headers]);
  if (grid !== null) return <RowsGrid grid={grid} />;
  const { changes, lastId } = body as { readonly changes?: number; readonly lastId?: string };
  return (
    <p className={shared['hint']}>
      {changes ?? 0} {changes === 1 ? 'row' : 'rows'} changed
      {lastId !== undefined && `, last id ${lastId}`}.
    </p>
  );
}
