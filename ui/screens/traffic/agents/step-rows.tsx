// The steps of a run as a table with a time line. Only the rows in sight are drawn.
import { Globe, MessageSquare, SlidersHorizontal, SquareTerminal } from 'lucide-react';
import { useState, type ComponentType, type KeyboardEvent } from 'react';
import { amountText } from '../../../../src/base/amount-text.ts';
import type { AgentRun, AgentStep } from '../../../../src/session/methods/ui-types.ts';
import { countText, durationText } from '../../../format/measures.ts';
import { scrollTopFor, useVisibleLines } from '../../../parts/visible-lines.ts';
import css from './agents.module.css';
import { joinedText, KIND_TITLES, whatOf } from './step-texts.ts';

const HEIGHTS = { row: 26, head: 26 };
const INDENT = 16;
const MAX_DEPTH = 8;
const COLUMNS = ['#', 'Step', 'Kind', 'What', 'In', 'Out', 'Cost', 'Time', 'When'];
const NUMBERS = new Set(['#', 'In', 'Out', 'Cost', 'Time']);

const ICONS: Readonly<Record<AgentStep['kind'], ComponentType>> = {
  model: MessageSquare,
  tool: SlidersHorizontal,
  mcp: SquareTerminal,
  http: Globe,
};

interface StepRowsProps {
  readonly run: AgentRun;
  readonly rows: readonly AgentStep[];
  /** The number of the step that is shown. */
  readonly current: number;
  readonly onChoose: (number: number) => void;
}

export function StepRows({ run, rows, current, onChoose }: StepRowsProps) {
  const [box, setBox] = useState<HTMLElement | null>(null);
  const { first, end, height, topOf } = useVisibleLines(rows.length, box, HEIGHTS);
  const at = rows.findIndex(({ number }) => number === current);
  const goTo = (index: number): void => {
    const step = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (step === undefined || box === null) return;
    onChoose(step.number);
    box.scrollTo({ top: scrollTopFor(rows.indexOf(step), rows.length, box, HEIGHTS) });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = { ArrowDown: at + 1, j: at + 1, ArrowUp: at - 1, k: at - 1, Home: 0, End: rows.length - 1 }[
      event.key
    ];
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    goTo(next);
  };
  return (
    <>
      <div
        className={css['scroll']}
        role="treegrid"
        ref={setBox}
        tabIndex={0}
        aria-label="Steps"
        aria-rowcount={rows.length + 1}
        aria-activedescendant={at < first || at >= end ? undefined : `step-${current}`}
        onKeyDown={onKeyDown}
        data-region
        data-region-focus
      >
        <div className={css['head']} role="row" aria-rowindex={1}>
          {COLUMNS.map((title) => (
            <span key={title} role="columnheader" data-number={NUMBERS.has(title)}>
              {title}
            </span>
          ))}
        </div>
        <div className={css['rows']} role="rowgroup" style={{ height }}>
          {rows.slice(first, end).map((step, index) => (
            <Row
              key={step.number}
              step={step}
              run={run}
              top={topOf(first + index)}
              index={first + index + 2}
              isCurrent={step.number === current}
              onChoose={onChoose}
            />
          ))}
        </div>
      </div>
      <p className={css['joined']}>{joinedText(run)}</p>
    </>
  );
}

interface RowProps {
  readonly step: AgentStep;
  readonly run: AgentRun;
  readonly top: number;
  readonly index: number;
  readonly isCurrent: boolean;
  readonly onChoose: (number: number) => void;
}

function Row({ step, run, top, index, isCurrent, onChoose }: RowProps) {
  const { number, depth, kind, name, model, durationMs, outcome } = step;
  const Icon = ICONS[kind];
  const isBad = outcome !== 'ok' && outcome !== 'open';
  const tokens = (value: number | null | undefined): string =>
    typeof value === 'number' ? countText(value) : '';
  return (
    <div
      role="row"
      className={css['row']}
      id={`step-${number}`}
      data-step={number}
      data-kind={kind}
      data-bad={isBad}
      aria-level={depth + 1}
      aria-rowindex={index}
      aria-selected={isCurrent}
      style={{ top }}
      onClick={() => onChoose(number)}
    >
      <span role="gridcell" data-number>
        {number}
      </span>
      <span
        role="gridcell"
        className={css['name']}
        style={{ paddingLeft: Math.min(depth, MAX_DEPTH) * INDENT }}
      >
        <Icon aria-hidden />
        <span dir="auto" title={name}>
          {name}
        </span>
      </span>
      <span role="gridcell">{KIND_TITLES[kind]}</span>
      <span role="gridcell" className={css['what']} dir="auto">
        {whatOf(step)}
      </span>
      <span role="gridcell" data-number>
        {tokens(model?.input)}
      </span>
      <span role="gridcell" data-number>
        {tokens(model?.output)}
      </span>
      <span role="gridcell" data-number>
        {model === null ? '' : model.cost === null ? '?' : amountText(model.cost)}
      </span>
      <span role="gridcell" data-number>
        {durationMs === null ? '' : durationText(durationMs)}
      </span>
      <span role="gridcell">
        <i className={css['when']} style={placeOf(step, run)} />
      </span>
    </div>
  );
}

/** Returns where a step stands on the time line. */
function placeOf({ startedAt, durationMs }: AgentStep, run: AgentRun) {
  const whole = Math.max(1, run.endedAt - run.startedAt);
  const percent = (ms: number): string => `${((ms / whole) * 100).toFixed(2)}%`;
  return { left: percent(startedAt - run.startedAt), width: `max(2px, ${percent(durationMs ?? 0)})` };
}
