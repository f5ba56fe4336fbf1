// Shows rows of the general page, there and where a search finds them.
import { Row } from '../setting-row.tsx';
import type { GeneralRow } from './rows.ts';

export function GeneralRows({ rows }: { readonly rows: readonly GeneralRow[] }) {
  return rows.map(({ title, hint, Control }) => (
    <Row key={title} {...{ title, hint }}>
      <Control />
    </Row>
  ));
}
