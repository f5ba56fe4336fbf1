// The figures of a load test in a row, beside those of an earlier one.
import { CircleCheck, CircleX } from 'lucide-react';
import { durationText, sizeText } from '../../../format/measures.ts';
import css from './loads.module.css';
import type { Result, Threshold, Totals } from './model.ts';
import { holdsText } from './conditions.ts';
import type { Compared } from './use-compared.ts';
import type { LoadView } from './view.ts';

interface FiguresProps {
  readonly view: LoadView;
  readonly totals: Totals | null;
  readonly compared: Compared;
}

export function Figures({ view: { state, end }, totals, compared }: FiguresProps) {
  const latest = state.seconds.at(-1);
  const before = compared.result;
  const isRunning = end === null;
  return (
    <div className={css['figures']} role="group" aria-label="Figures">
      {isRunning && <Figure value={number(latest?.users ?? 0)} label={`users, of ${number(state.users)}`} />}
      {isRunning && (
        <Figure
          value={`${number(latest?.requestsPerSecond ?? 0)} /s`}
          label={`now, mean ${number(totals?.requestsPerSecond ?? 0)} /s`}
        />
      )}
      {totals !== null && <TotalFigures totals={totals} before={before} isRunning={isRunning} />}
      {isRunning && state.thresholds.length > 0 && (
        <ul className={css['liveThresholds']} aria-label="Thresholds">
          {state.thresholds.map((threshold) => (
            <ThresholdLine key={threshold.text} threshold={threshold} />
          ))}
        </ul>
      )}
    </div>
  );
}

interface TotalFiguresProps {
  readonly totals: Totals;
  readonly before: Result | null;
  readonly isRunning: boolean;
}

function TotalFigures({ totals, before, isRunning }: TotalFiguresProps) {
  const { requests, errors, latency, receivedBytes, requestsPerSecond, notStarted } = totals;
  const was = (text: string | undefined): string => (text === undefined ? '' : `, before ${text}`);
  const share = requests === 0 ? 0 : (100 * errors) / requests;
  return (
    <>
      <Figure
        value={number(requests)}
        label={`requests${was(before === null ? undefined : number(before.requests))}`}
      />
      {!isRunning && (
        <Figure
          value={`${number(requestsPerSecond)} /s`}
          label={`mean${was(before === null ? undefined : `${number(before.requestsPerSecond)} /s`)}`}
        />
      )}
      <Figure
        value={`${share.toLocaleString('en', { maximumFractionDigits: share < 10 ? 2 : 0 })} %`}
        label={`errors, ${number(errors)}${was(before === null ? undefined : number(before.errors))}`}
        isBad={errors > 0}
      />
      {(['p50', 'p95', 'p99'] as const).map((name) => (
        <Figure
          key={name}
          value={durationText(latency[name])}
          label={`${name}${was(before === null ? undefined : durationText(before.latency[name]))}`}
        />
      ))}
      <Figure value={sizeText(receivedBytes)} label="received" />
      {notStarted > 0 && <Figure value={number(notStarted)} label="iterations had no free user" isBad />}
    </>
  );
}

interface FigureProps {
  readonly value: string;
  readonly label: string;
  readonly isBad?: boolean;
}

function Figure({ value, label, isBad = false }: FigureProps) {
  return (
    <span className={css['figure']} data-bad={isBad}>
      <strong>{value}</strong>
      <small>{label}</small>
    </span>
  );
}

function ThresholdLine({ threshold }: { readonly threshold: Threshold }) {
  const { text, passed } = threshold;
  return (
    <li data-passed={passed}>
      {passed ? <CircleCheck aria-label="Holds" /> : <CircleX aria-label="Failed" />}
      <code>{holdsText(text)}</code>
      <span className={css['number']}>{valueText(threshold)}</span>
    </li>
  );
}

/** Returns the value of a threshold with its unit. */
export function valueText({ text, value }: Pick<Threshold, 'text' | 'value'>): string {
  if (/^\s*(?:p\d|avg|min|max)/i.test(text)) return durationText(value);
  if (text.trim().endsWith('%')) return `${value.toLocaleString('en', { maximumFractionDigits: 2 })} %`;
  return /^\s*rps/i.test(text) ? `${number(value)} /s` : number(value);
}

function number(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 });
}
