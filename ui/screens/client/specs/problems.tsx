// The problems of a description below its text, those of one severity or all. A problem leads to its place.
import { useState, type ReactNode } from 'react';
import { Button, Segmented, Spinner } from '../../../parts/index.ts';
import { LineList } from '../parts/line-list.tsx';
import { RulesetChoice } from './ruleset.tsx';
import css from './spec.module.css';
import { Mark } from './structure.tsx';
import type { Lint, Problem } from './use-lint.ts';

interface ProblemsProps {
  /** Shown before the heading. */
  readonly start?: ReactNode;
  readonly lint: Lint;
  readonly onGo: (problem: Problem) => void;
  /** Makes the change that a problem proposes. */
  readonly onFix: (problem: Problem) => void;
}

type Shown = 'all' | 'error' | 'warning';

export function Problems({ start, lint, onGo, onFix }: ProblemsProps) {
  const [shown, setShown] = useState<Shown>('all');
  const [current, setCurrent] = useState<string | null>(null);
  const { isStale, error } = lint;
  const problems = lint.problems
    .filter(({ severity }) => shown === 'all' || severity === shown)
    .map((problem, at) => ({ ...problem, key: `${at}:${problem.line}:${problem.rule}` }));
  return (
    <section className={css['problems']} aria-label="Problems" data-region>
      <Head {...{ start, lint, shown }} onShown={setShown} />
      {error !== null && (
        <p className={css['failed']} role="alert">
          {error}
        </p>
      )}
      {problems.length === 0 && error === null && !isStale && (
        <p className={css['hint']}>No problem was found.</p>
      )}
      {problems.length > 0 && (
        <LineList
          label="Problems"
          role="tree"
          isRuled
          onKey={(event, problem) => {
            if (event.key !== 'f' || problem?.fix === undefined) return false;
            onFix(problem);
            return true;
          }}
          lines={problems}
          keyOf={({ key }) => key}
          current={current}
          onCurrent={(problem) => setCurrent(problem.key)}
          onActivate={onGo}
        >
          {(problem) => <ProblemRow problem={problem} onGo={onGo} onFix={onFix} />}
        </LineList>
      )}
    </section>
  );
}

interface ProblemRowProps extends Pick<ProblemsProps, 'onGo' | 'onFix'> {
  readonly problem: Problem;
}

function ProblemRow({ problem, onGo, onFix }: ProblemRowProps) {
  return (
    <span className={css['problem']} title={problem.message} onClick={() => onGo(problem)}>
      <Mark mark={problem.severity} />
      <span className={css['message']} title={`${problem.message} (${problem.rule})`}>
        {problem.message}
      </span>
      {problem.fix !== undefined && (
        <Button
          size="small"
          tabIndex={-1}
          onClick={(event) => {
            event.stopPropagation();
            onFix(problem);
          }}
        >
          Use {problem.fix.insert.split('/').at(-1)}
        </Button>
      )}
      <span className={css['rule']}>{problem.rule}</span>
      <span className={css['place']}>
        {problem.file === null ? '' : `${problem.file} `}
        {problem.line}:{problem.column}
      </span>
    </span>
  );
}

interface HeadProps extends Pick<ProblemsProps, 'start' | 'lint'> {
  readonly shown: Shown;
  readonly onShown: (shown: Shown) => void;
}

function Head({ start, lint: { errors, warnings, isStale }, shown, onShown }: HeadProps) {
  return (
    <div className={css['problemsHead']}>
      {start}
      <h3>Problems</h3>
      <span className={css['count']} role="status">
        {isStale ? <Spinner label="Being checked" /> : errors + warnings}
      </span>
      <span className={css['gap']} />
      <Segmented<Shown>
        label="Severity"
        value={shown}
        options={[
          ['all', 'All'],
          ['error', `Errors ${errors}`],
          ['warning', `Warnings ${warnings}`],
        ]}
        onChange={onShown}
      />
      <RulesetChoice />
    </div>
  );
}
