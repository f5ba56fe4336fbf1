// The end of the last run of a flow, or the step of the present one.
import { durationText } from '../../../format/measures.ts';
import { Badge, Spinner } from '../../../parts/index.ts';
import { shownNumber, type FlowRow } from './flow-rows.ts';
import css from './flow.module.css';
import type { FlowRunState } from './run-state.ts';

interface OutcomeProps {
  readonly run: FlowRunState | null;
  readonly rows: readonly FlowRow[];
}

/** The end of the last run, or the step of the present one. */
export function Outcome({ run, rows }: OutcomeProps) {
  if (run === null) return null;
  const { end, going, results } = run;
  if (end === null) {
    const last = going.at(-1);
    return (
      <span className={css['going']} role="status">
        <Spinner /> {last === undefined ? 'Running' : `Step ${shownNumber(rows, last)}`}
      </span>
    );
  }
  const failed = results.find(
    ({ hasFailed, step }) =>
      hasFailed && !results.some((each) => each.hasFailed && each.step.startsWith(`${step}.`)),
  );
  const time = durationText(end.durationMs);
  if (end.success) return <Badge tone="ok">Passed, {time}</Badge>;
  return (
    <Badge tone="danger" {...(end.reason !== null && { title: end.reason })}>
      {failed === undefined
        ? (end.reason ?? 'Failed')
        : `Failed at ${shownNumber(rows, failed.step)}, ${time}`}
    </Badge>
  );
}
