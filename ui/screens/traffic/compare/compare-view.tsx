// Two requests side by side, in place of the list.
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { FlowSummary } from '../../../../src/session/methods/ui-types.ts';
import { countText } from '../../../format/measures.ts';
import { count } from '../../../state/actions.ts';
import { flowList, flowTable } from '../../../state/flows.ts';
import { useSelected, useStore } from '../../../state/store.ts';
import { exceptionsOf, extent, ignore, isByKey, notCompared, type Pair } from '../model/compared.ts';
import { requestNumber } from '../model/source-counts.ts';
import { Actions, Ignored } from './actions.tsx';
import { AddIgnored } from './add-ignored.tsx';
import { Choices } from './choices.tsx';
import css from './compare.module.css';
import { useComparison } from './comparison.ts';
import { Bar, Heads } from './heads.tsx';
import { SectionView } from './section-view.tsx';
import { ignorableAt, sectionsOf, type Section } from './sections.ts';

export function CompareView({ pair }: { readonly pair: Pair }) {
  const a = useSelected(flowList, () => flowTable.find(pair.a));
  const b = useSelected(flowList, () => flowTable.find(pair.b));
  if (a === undefined || b === undefined)
    return (
      <div className={css['view']}>
        <Bar />
        <p className={css['hint']}>Request {a === undefined ? pair.a : pair.b} is no longer in the list.</p>
      </div>
    );
  return <Loaded key={`${pair.a} ${pair.b}`} {...{ pair, a, b }} />;
}

function Loaded({ pair, a, b }: { readonly pair: Pair; readonly a: FlowSummary; readonly b: FlowSummary }) {
  const shown = useStore(extent);
  const exceptions = exceptionsOf(useStore(notCompared)[a.host]);
  const { sides, error } = useComparison(pair, useStore(isByKey), exceptions, `${a.state} ${b.state}`);
  const scroll = useRef<HTMLDivElement>(null);
  useEffect(() => scroll.current?.focus({ preventScroll: true }), []);
  const sections = sectionsOf(a, b, sides);
  const total = sections.reduce((sum, { differences }) => sum + differences, 0);
  const ignored = [...new Set([...sections.flatMap((section) => section.ignored), ...exceptions.ignored])];
  const { current, step } = useSteps(total, scroll);
  const leaveOut = (what: string): void => ignore(a.host, what);
  const title = `#${requestNumber(pair.a)} and #${requestNumber(pair.b)}`;
  return (
    <div className={css['view']}>
      <Bar>
        <span className={css['count']} role="status">
          {sides === null ? 'Comparing' : total === 0 ? 'Nothing differs' : count(total, 'difference')}
        </span>
        <span className={css['gap']} />
        <Choices />
        <Ignored names={ignored} host={a.host} />
        <span className={css['count']}>
          {current >= 0 && current < total ? `${countText(current + 1)} of ${countText(total)}` : ''}
        </span>
        <Actions
          {...{ pair, title, sections, step }}
          onIgnore={() => ignoreAt(sections, current, leaveOut)}
        />
      </Bar>
      <Heads {...{ a, b }} />
      <div
        className={css['scroll']}
        ref={scroll}
        tabIndex={0}
        role="region"
        aria-label={`Comparison of ${title}`}
        data-region
        data-region-focus
      >
        {error !== null && (
          <p className={css['error']} role="alert">
            {error}
          </p>
        )}
        {sections.map((section) => (
          <SectionView
            key={section.title}
            section={section}
            isFolded={shown === 'differences'}
            current={current}
            onIgnore={leaveOut}
          />
        ))}
        <Foot names={ignored} host={a.host} onAdd={leaveOut} />
      </div>
    </div>
  );
}

/** Returns the number of the difference that is stepped to, -1 before the first step, and the function that steps. */
function useSteps(total: number, scroll: RefObject<HTMLElement | null>) {
  const [current, setCurrent] = useState(-1);
  const step = (by: 1 | -1): void => {
    if (total === 0) return;
    const next = current < 0 ? (by > 0 ? 0 : total - 1) : (current + by + total) % total;
    setCurrent(next);
    scroll.current?.querySelector(`[data-difference="${next}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  return { current, step };
}

function ignoreAt(sections: readonly Section[], current: number, leaveOut: (what: string) => void): void {
  const what = ignorableAt(sections, current);
  if (what !== null) leaveOut(what);
}

interface FootProps {
  readonly names: readonly string[];
  readonly host: string;
  readonly onAdd: (what: string) => void;
}

function Foot({ names, host, onAdd }: FootProps) {
  return (
    <div className={css['foot']}>
      <span>Not compared:</span>
      {names.map((name) => (
        <code key={name}>{name}</code>
      ))}
      <AddIgnored onAdd={onAdd} />
      <span>Remembered for {host}. On a value, I ignores it.</span>
    </div>
  );
}
