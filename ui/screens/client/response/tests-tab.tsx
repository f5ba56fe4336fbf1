// The tests of the scripts, the failed ones with what was expected and what came.
import { CircleCheck, CircleMinus, CircleX } from 'lucide-react';
import { durationText } from '../../../format/measures.ts';
import shared from '../../../parts/content.module.css';
import type { ScriptEvent } from '../sends/events.ts';
import { testsOf, type PlacedTest, type Shown } from './shown.ts';
import css from './tests-tab.module.css';
import { scriptMs } from './timing.ts';

export function TestsTab({ send }: { readonly send: Shown }) {
  const tests = testsOf(send);
  if (tests.length === 0)
    return <p className={shared['hint']}>The scripts have no tests for this response.</p>;
  const counted = (test: (each: PlacedTest) => boolean): number => tests.filter(test).length;
  const [failed, passed, skipped] = [
    counted((each) => !each.passed && !each.skipped),
    counted((each) => each.passed && !each.skipped),
    counted((each) => each.skipped),
  ];
  return (
    <div className={shared['scroll']} role="region" aria-label="Tests" tabIndex={0}>
      <p className={css['summary']} role="status">
        {failed > 0 && <strong>{failed} failed</strong>}
        <span>{passed} passed</span>
        {skipped > 0 && <span>{skipped} skipped</span>}
        <span className={css['time']}>{durationText(scriptMs(send.scripts, 'test'))}</span>
      </p>
      <TestList tests={tests} />
    </div>
  );
}

/** Tests, the failed ones first: they are what one looks for. */
export function TestList({ tests }: { readonly tests: readonly PlacedTest[] }) {
  const ordered = tests.toSorted((a, b) => rank(a) - rank(b));
  return (
    <ul className={css['tests']}>
      {ordered.map((test, index) => (
        <TestRow key={index} test={test} />
      ))}
    </ul>
  );
}

function rank({ passed, skipped }: PlacedTest): number {
  return skipped ? 2 : passed ? 1 : 0;
}

function TestRow({ test }: { readonly test: PlacedTest }) {
  const { name, passed, skipped, error, expected, actual } = test;
  const [Icon, label] = skipped
    ? ([CircleMinus, 'Skipped'] as const)
    : passed
      ? ([CircleCheck, 'Passed'] as const)
      : ([CircleX, 'Failed'] as const);
  return (
    <li data-outcome={label.toLowerCase()}>
      <Icon role="img" aria-label={label} />
      <div className={css['test']}>
        <p>{name}</p>
        {expected !== undefined && actual !== undefined ? (
          <dl className={css['compared']}>
            <div data-side="expected">
              <dt>Expected</dt>
              <dd>{expected}</dd>
            </div>
            <div data-side="got">
              <dt>Got</dt>
              <dd>{actual}</dd>
            </div>
          </dl>
        ) : (
          error !== null && <p className={css['error']}>{error}</p>
        )}
        {error !== null && <p className={css['where']}>{whereText(test)}</p>}
      </div>
    </li>
  );
}

/** Such as `After script of the folder Users, line 2`. */
function whereText({ event, where, line }: PlacedTest): string {
  const owner = where === '' || where === 'request' ? '' : ` of the ${where}`;
  return `${eventText(event)}${owner}${line === undefined || line === null ? '' : `, line ${line}`}`;
}

export function eventText(event: ScriptEvent): string {
  return event === 'test' ? 'After script' : 'Before script';
}
