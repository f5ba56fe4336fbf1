// The list of requests with the effect of the change on each: a column for each thing. A checkbox leaves a request out.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, type CSSProperties } from 'react';
import type { SharedChange } from '../../../../src/collections/model/shared-change.ts';
import { Checkbox, SectionHead } from '../../../parts/index.ts';
import { RequestLabel } from '../parts/request-label.tsx';
import { requestView } from '../request/fields.ts';
import { effects, type Effect } from './common.ts';
import css from './together.module.css';
import { leaveOut } from './together-state.ts';
import type { ReadRequest } from './use-requests.ts';

const ROW = 26;
/** Least widths of the name and of a thing that changes. */
const NAME = 120;
const THING = 104;

interface ChangesProps {
  readonly requests: readonly ReadRequest[];
  readonly change: SharedChange;
  readonly leftOut: readonly string[];
}

export function Changes({ requests, change, leftOut }: ChangesProps) {
  const scroll = useRef<HTMLDivElement>(null);
  const things = effects({}, change).map(({ thing }) => thing);
  const virtual = useVirtualizer({
    count: requests.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW,
    overscan: 20,
  });
  const grid = {
    gridTemplateColumns: `36px 62px minmax(${NAME}px, 1.4fr) ${things.map(() => `minmax(${THING}px, 1fr)`).join(' ')}`,
    minWidth: 36 + 62 + NAME + THING * things.length,
  };
  return (
    <section className={css['changes']} aria-label="What changes">
      <SectionHead title="What changes" note="A checkbox leaves one out" />
      <div
        ref={scroll}
        className={css['scroll']}
        role="table"
        aria-label="What changes"
        aria-rowcount={requests.length + 1}
        tabIndex={0}
      >
        <div role="row" className={css['changesHead']} style={grid}>
          {['', 'Method', 'Request', ...things].map((title, at) => (
            <span key={at} role="columnheader">
              {title === '' ? <span className="visually-hidden">Included</span> : title}
            </span>
          ))}
        </div>
        <div role="rowgroup" className={css['rows']} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const request = requests[index]!;
            return (
              <ChangesRow
                key={request.id}
                request={request}
                index={index}
                change={change}
                isLeftOut={leftOut.includes(request.id)}
                style={{ ...grid, transform: `translateY(${start}px)` }}
              />
            );
          })}
        </div>
      </div>
    </section>
  );
}

interface ChangesRowProps {
  readonly request: ReadRequest;
  readonly index: number;
  readonly change: SharedChange;
  readonly isLeftOut: boolean;
  readonly style: CSSProperties;
}

function ChangesRow({ request: { id, fields, hasDraft }, index, change, isLeftOut, style }: ChangesRowProps) {
  const { name, type, method } = requestView(fields);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={css['changesRow']}
      data-left-out={isLeftOut}
      style={style}
    >
      <span role="cell">
        <Checkbox
          label={`Change ${name}`}
          isLabelHidden
          checked={!isLeftOut}
          onChange={(on) => leaveOut(id, !on)}
        />
      </span>
      <span role="cell">
        <RequestLabel type={type} method={method} />
      </span>
      <span role="cell" title={name}>
        {name}
        {hasDraft && <span className={css['draft']}>not saved</span>}
      </span>
      {effects(fields, change).map((effect, at) => (
        <EffectCell key={at} effect={effect} />
      ))}
    </div>
  );
}

function EffectCell({ effect: { before, after } }: { readonly effect: Effect }) {
  const title = `${before ?? 'none'} → ${after ?? 'none'}`;
  if (before === after)
    return (
      <span role="cell" className={css['same']}>
        {before === null ? 'none' : 'same'}
      </span>
    );
  return (
    <span role="cell" className={css['effect']} title={title}>
      {before !== null && (after === null ? <del>− {before}</del> : <span>{before} → </span>)}
      {after !== null && (
        <ins>
          {before === null && '+ '}
          {after}
        </ins>
      )}
    </span>
  );
}
