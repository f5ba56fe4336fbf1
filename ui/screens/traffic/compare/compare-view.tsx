// Two requests side by side, in place of the list.
import { ArrowRightLeft, ChevronDown, ChevronUp, Copy, ListFilter } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { FlowSummary } from '../../../../src/session/methods/ui-types.ts';
import { useCommands } from '../../../commands/index.ts';
import { countText } from '../../../format/measures.ts';
import { Button, IconButton, Menu } from '../../../parts/index.ts';
import { copyText, count } from '../../../state/actions.ts';
import { flowList, flowTable } from '../../../state/flows.ts';
import { useSelected, useStore } from '../../../state/store.ts';
import {
  compareAgain,
  compared,
  exceptionsOf,
  extent,
  ignore,
  isByKey,
  notCompared,
  type Pair,
} from '../model/compared.ts';
import { requestNumber } from '../model/source-counts.ts';
import { AddIgnored } from './add-ignored.tsx';
import { Choices } from './choices.tsx';
import css from './compare.module.css';
import { headerRows, markdownOf, overviewRows, useComparison } from './comparison.ts';
import { Bar, Heads } from './heads.tsx';
import { SectionView } from './section-view.tsx';
import { ignorableAt, withNumbers } from './sections.ts';

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
  const byKey = useStore(isByKey);
  const shown = useStore(extent);
  const entries = useStore(notCompared)[a.host];
  const exceptions = exceptionsOf(entries);
  const { sides, error } = useComparison(pair, byKey, exceptions, `${a.state} ${b.state}`);
  const [current, setCurrent] = useState(-1);
  const scroll = useRef<HTMLDivElement>(null);
  useEffect(() => scroll.current?.focus({ preventScroll: true }), []);
  const sections = withNumbers([
    { title: 'Overview', rows: overviewRows(a, b), ignored: [] },
    ...(sides === null
      ? []
      : (['request', 'response'] as const).flatMap((side) => {
          const name = side === 'request' ? 'Request' : 'Response';
          const { body, ignored } = sides[side];
          return [
            { title: `${name} headers`, rows: headerRows(sides[side]), ignored },
            { title: `${name} body`, rows: [], ignored: [], body },
          ];
        })),
  ]);
  const total = sections.reduce((sum, { differences }) => sum + differences, 0);
  const ignored = [...new Set([...sections.flatMap((section) => section.ignored), ...exceptions.ignored])];
  const step = (by: 1 | -1): void => {
    if (total === 0) return;
    const next = current < 0 ? (by > 0 ? 0 : total - 1) : (current + by + total) % total;
    setCurrent(next);
    scroll.current?.querySelector(`[data-difference="${next}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  const leaveOut = (what: string): void => ignore(a.host, what);
  const ignoreCurrent = (): void => {
    const what = ignorableAt(sections, current);
    if (what !== null) leaveOut(what);
  };
  const swap = (): void => compared.set({ a: pair.b, b: pair.a });
  const title = `#${requestNumber(pair.a)} and #${requestNumber(pair.b)}`;
  const copy = (): void => void copyText(markdownOf(title, sections), 'Copied the comparison');
  useCommands([
    { id: 'compare.next', title: 'Next difference', group: 'traffic', keys: 'n', run: () => step(1) },
    {
      id: 'compare.previous',
      title: 'Previous difference',
      group: 'traffic',
      keys: 'shift+n',
      run: () => step(-1),
    },
    { id: 'compare.swap', title: 'Swap sides', group: 'traffic', keys: 'x', run: swap },
    { id: 'compare.ignore', title: 'Do not compare this', group: 'traffic', keys: 'i', run: ignoreCurrent },
    { id: 'compare.copy', title: 'Copy the comparison as Markdown', group: 'traffic', run: copy },
  ]);
  return (
    <div className={css['view']}>
      <Bar>
        <span className={css['count']} role="status">
          {sides === null ? 'Comparing' : total === 0 ? 'Nothing differs' : count(total, 'difference')}
        </span>
        <span className={css['gap']} />
        <Choices />
        <Menu
          align="end"
          entries={
            ignored.length === 0
              ? [{ heading: 'Everything is compared' }]
              : [
                  { heading: 'Compare again' },
                  ...ignored.map((what) => ({ label: what, onSelect: () => compareAgain(a.host, what) })),
                ]
          }
        >
          <Button size="small" icon={ListFilter}>
            Ignored {ignored.length}
          </Button>
        </Menu>
        <span className={css['count']}>
          {current >= 0 && current < total ? `${countText(current + 1)} of ${countText(total)}` : ''}
        </span>
        <IconButton
          icon={ChevronUp}
          label="Previous difference"
          keys="shift+n"
          size="small"
          onClick={() => step(-1)}
        />
        <IconButton
          icon={ChevronDown}
          label="Next difference"
          keys="n"
          size="small"
          onClick={() => step(1)}
        />
        <Button size="small" icon={ArrowRightLeft} keys="x" onClick={swap}>
          Swap
        </Button>
        <Button size="small" icon={Copy} onClick={copy} title="Copy as Markdown">
          <span className={css['optional']}>Copy as Markdown</span>
        </Button>
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
        <div className={css['foot']}>
          <span>Not compared:</span>
          {ignored.map((what) => (
            <code key={what}>{what}</code>
          ))}
          <AddIgnored onAdd={leaveOut} />
          <span>Remembered for {a.host}. On a value, I ignores it.</span>
        </div>
      </div>
    </div>
  );
}
