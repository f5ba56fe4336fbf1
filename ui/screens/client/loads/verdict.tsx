// The verdict of a load test, which thresholds alone give, and what differs from the test that it is compared with.
import { CircleCheck, CircleX, Info } from 'lucide-react';
import { count } from '../../../state/actions.ts';
import { valueText } from './figures.tsx';
import css from './loads.module.css';
import type { LoadState, Threshold } from './model.ts';
import { Change } from './request-table.tsx';
import { figureOf, holdsText } from './conditions.ts';
import { clock } from './setup.ts';
import type { Compared, Comparison } from './use-compared.ts';
import type { LoadView } from './view.ts';

interface VerdictProps {
  readonly view: LoadView;
  readonly compared: Compared;
}

export function Verdict({ view: { state, end }, compared }: VerdictProps) {
  const { thresholds, verdict, result } = state;
  const failed = thresholds.filter(({ passed }) => !passed);
  const isFailed = verdict === 'failed';
  const Icon = verdict === null ? Info : isFailed ? CircleX : CircleCheck;
  const title =
    verdict === null
      ? 'No verdict: it has no thresholds'
      : isFailed
        ? `Failed: ${failed.length} of ${count(thresholds.length, 'threshold')}`
        : `Passed: ${count(thresholds.length, 'threshold')}`;
  return (
    <section aria-label="Verdict">
      <div className={css['verdict']} data-verdict={verdict ?? 'none'} role="status">
        <Icon aria-hidden />
        <div>
          <strong>{title}</strong>
          <p>{explain(state, end?.outcome === 'stopped', failed)}</p>
        </div>
      </div>
      {thresholds.length > 0 && <ThresholdTable thresholds={thresholds} compared={compared} />}
      {result !== null && compared.comparison !== null && !compared.comparison.isSame && (
        <p className={css['differs']}>
          The tests are not of the same: {differences(compared.comparison)}. Figures say less.
        </p>
      )}
    </section>
  );
}

function explain({ result }: LoadState, isStopped: boolean, failed: readonly Threshold[]): string {
  const broken = result?.broken ?? null;
  const first = failed
    .filter(({ failedAt }) => typeof failedAt === 'number')
    .toSorted((a, b) => (a.failedAt ?? 0) - (b.failedAt ?? 0))[0];
  return [
    ...(broken !== null
      ? [`It ended early: ${holdsText(broken.text)} failed at ${clock(broken.at)}.`]
      : isStopped
        ? ['It was stopped before its end.']
        : []),
    ...(first === undefined || broken !== null
      ? []
      : [`${holdsText(first.text)} failed first, from ${clock(first.failedAt ?? 0)} on.`]),
    ...(result === null ? [] : [`${count(result.requests, 'request')}, ${count(result.errors, 'error')}.`]),
  ].join(' ');
}

interface ThresholdTableProps {
  readonly thresholds: readonly Threshold[];
  readonly compared: Compared;
}

function ThresholdTable({ thresholds, compared }: ThresholdTableProps) {
  const { comparison, thresholds: earlier } = compared;
  const hasBefore = comparison !== null;
  return (
    <div className={css['wideBox']} role="region" aria-label="Thresholds of the test" tabIndex={0}>
      <table className={css['thresholds']}>
        <caption className="visually-hidden">Thresholds</caption>
        <thead>
          <tr>
            <th scope="col">Threshold</th>
            <th scope="col">This</th>
            {hasBefore && <th scope="col">Before</th>}
            {hasBefore && <th scope="col">Change</th>}
            <th scope="col">When</th>
          </tr>
        </thead>
        <tbody>
          {thresholds.map((threshold) => {
            const { text, passed, failedAt } = threshold;
            const Icon = passed ? CircleCheck : CircleX;
            const before = earlier.find((each) => each.text === text);
            const name = figureOf(text);
            const figure = comparison?.figures.find((each) => each.metric === name);
            const was = before?.value ?? figure?.before;
            return (
              <tr key={text} data-passed={passed}>
                <td>
                  <Icon aria-label={passed ? 'Holds' : 'Failed'} />
                  <code>{holdsText(text)}</code>
                </td>
                <td data-value>{valueText(threshold)}</td>
                {hasBefore && <td>{was === undefined ? '—' : valueText({ text, value: was })}</td>}
                {hasBefore && (
                  <td>
                    <Change of={figure} />
                  </td>
                )}
                <td>{typeof failedAt === 'number' ? `from ${clock(failedAt)} on` : ''}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

const OPTION_NAMES: Readonly<Record<string, string>> = {
  only: 'the requests',
  profile: 'the profile',
  stages: 'the stages',
  dataset: 'the data',
  environment: 'the environment',
  users: 'the users',
  durationMs: 'the time',
  thinkTimeMs: 'the think time',
  maxThinkTimeMs: 'the think time',
  rate: 'the rate',
  weights: 'the weights',
  dataPerUser: 'the rows of users',
  threads: 'the threads',
  timeoutMs: 'the time for a request',
  insecure: 'the check of certificates',
  abortAfterSeconds: 'the end by conditions',
};

function differences({ differs }: Comparison): string {
  const names = new Set(differs.map(({ option }) => OPTION_NAMES[option] ?? option));
  return `${[...names].join(', ')} ${names.size === 1 ? 'differs' : 'differ'}`;
}

export function ComparedNote({ comparison }: { readonly comparison: Comparison }) {
  const other =
    comparison.isSame && comparison.differs.length > 0 ? ` Besides, ${differences(comparison)}.` : '';
  const same = comparison.isSame ? ' Both tests have the same requests, profile and data.' : '';
  return (
    <p className={css['none']}>
      Changes under 5 % are noise of this machine.{same}
      {other}
    </p>
  );
}
