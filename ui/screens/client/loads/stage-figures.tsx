// The figures of each stage of a load test.
import { useState } from 'react';
import { countText, durationText } from '../../../format/measures.ts';
import { RowList, type RowColumn } from '../jobs/row-list.tsx';
import css from './loads.module.css';
import type { StageTotals } from './model.ts';
import { clock } from './setup.ts';
import type { Stage } from './setup-parts.ts';

interface Row extends StageTotals {
  readonly to: number;
}

const COLUMNS: readonly RowColumn<Row>[] = [
  {
    id: 'stage',
    title: 'Stage',
    width: 'minmax(110px, 1fr)',
    cell: ({ stage, durationMs, to }) =>
      `${stage}: ${clock(durationMs / 1000)} to ${to.toLocaleString('en')}`,
  },
  number('requests', 'Requests', ({ requests }) => countText(requests)),
  number('rate', 'Per second', ({ requestsPerSecond }) => countText(Math.round(requestsPerSecond))),
  number('errors', 'Errors', ({ errors }) => countText(errors)),
  number('p50', 'p50', ({ latency }) => durationText(latency.p50)),
  number('p95', 'p95', ({ latency }) => durationText(latency.p95)),
  number('p99', 'p99', ({ latency }) => durationText(latency.p99)),
];

function number(id: string, title: string, cell: (row: Row) => string): RowColumn<Row> {
  return { id, title, width: '84px', isNumeric: true, cell };
}

interface StageFiguresProps {
  readonly figures: readonly StageTotals[];
  readonly stages: readonly Stage[];
}

export function StageFigures({ figures, stages }: StageFiguresProps) {
  const [selected, setSelected] = useState<string | null>(null);
  if (figures.length < 2) return null;
  return (
    <div className={css['requests']}>
      <RowList
        label="Stages"
        columns={COLUMNS}
        count={figures.length}
        rowAt={(index) => ({ ...figures[index]!, to: stages[index]?.to ?? 0 })}
        keyOf={({ stage }) => String(stage)}
        selected={selected}
        onSelect={({ stage }) => setSelected(String(stage))}
      />
    </div>
  );
}
