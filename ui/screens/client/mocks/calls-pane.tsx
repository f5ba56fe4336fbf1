// The calls of a mock server, newest first. The list follows until it is scrolled or paused.
import { ArrowUp, Pause, Play, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { clockText } from '../../../format/measures.ts';
import { Button, IconButton, MethodText, SectionHead, Segmented, StatusText } from '../../../parts/index.ts';
import { RowList, type RowColumn } from '../jobs/row-list.tsx';
import { CallDetail } from './call-detail.tsx';
import css from './calls.module.css';
import { mocks, type Call, type Mock, type Route } from './model.ts';
import { RoutePath } from './route-path.tsx';

type Kind = 'all' | 'made' | 'passedOn' | 'none' | 'refused';

const SOURCES: Readonly<Record<Call['source'], string>> = {
  example: '',
  made: 'made from the schema',
  passedOn: 'passed on',
  stored: 'remembered',
  refused: 'refused by the spec',
  failed: 'failed on purpose',
  preflight: 'preflight',
  none: 'no example',
};

const COLUMNS: readonly RowColumn<Call>[] = [
  {
    id: 'time',
    title: 'Time',
    width: '76px',
    from: 420,
    cell: ({ time }) => clockText(new Date(time).toISOString()),
  },
  { id: 'method', title: 'Method', width: '76px', cell: ({ method }) => <MethodText flow={{ method }} /> },
  { id: 'path', title: 'Path', width: 'minmax(110px, 1fr)', cell: ({ path }) => <RoutePath path={path} /> },
  {
    id: 'status',
    title: 'Status',
    width: '58px',
    cell: ({ status }) => <StatusText flow={{ status, state: 'completed' }} />,
  },
  {
    id: 'example',
    title: 'Example',
    width: 'minmax(90px, 0.5fr)',
    from: 340,
    cell: ({ source, exampleName, invalid = [] }) => (
      <span className={css['source']} data-source={invalid.length > 0 ? 'none' : source}>
        {source === 'example' ? exampleName : SOURCES[source]}
        {invalid.length > 0 && ', does not fit'}
      </span>
    ),
  },
];

interface CallsPaneProps {
  readonly mock: Mock;
  readonly routes: readonly Route[];
}

export function CallsPane({ mock, routes }: CallsPaneProps) {
  const { calls, total } = mock.state;
  const [kind, setKind] = useState<Kind>('all');
  const [selected, setSelected] = useState<number | null>(null);
  const found = useMemo(
    () => (kind === 'all' ? calls : calls.filter(({ source }) => source === kind)),
    [calls, kind],
  );
  const { isPaused, end, hold, pause, follow } = useFollowing(calls, found);
  const waiting = found.length - end;
  const call = calls.find(({ number }) => number === selected) ?? null;
  return (
    <section className={css['half']} aria-label="Calls of the mock">
      <Head
        mock={mock}
        kind={kind}
        onKind={setKind}
        isPaused={isPaused}
        onPause={isPaused ? follow : pause}
      />
      <div className={css['callList']}>
        <RowList
          label="Calls"
          columns={COLUMNS}
          count={end}
          rowAt={(index) => found[end - 1 - index]!}
          keyOf={({ number }) => number}
          selected={selected}
          onSelect={({ number }) => setSelected(number)}
          onScroll={(top) => {
            if (top > 0) hold();
            else if (!isPaused) follow();
          }}
          empty={total === 0 ? `Nothing has called ${mock.state.url} yet.` : 'There is no such call.'}
        />
        {waiting > 0 && <Newer count={waiting} onFollow={follow} />}
      </div>
      {call !== null && <CallDetail key={call.number} mock={mock} call={call} routes={routes} />}
    </section>
  );
}

/** Returns how many calls are shown: all, or up to the one that was the last when the list was scrolled or paused. */
function useFollowing(calls: readonly Call[], found: readonly Call[]) {
  const [isPaused, setPaused] = useState(false);
  const [held, setHeld] = useState<number | null>(null);
  const hold = (): void => setHeld((now) => now ?? calls.at(-1)?.number ?? 0);
  return {
    isPaused,
    end: held === null ? found.length : endOf(found, held),
    hold,
    pause: () => {
      setPaused(true);
      hold();
    },
    follow: () => {
      setPaused(false);
      setHeld(null);
    },
  };
}

interface HeadProps {
  readonly mock: Mock;
  readonly kind: Kind;
  readonly onKind: (kind: Kind) => void;
  readonly isPaused: boolean;
  readonly onPause: () => void;
}

function Head({ mock: { channel, state }, kind, onKind, isPaused, onPause }: HeadProps) {
  const { calls, total, made, passedOn, unmatched, refused, spec, proxy } = state;
  return (
    <SectionHead title="Calls" note={isPaused ? 'newest first, paused' : 'newest first, live'}>
      <span className={css['sources']}>
        <Segmented
          label="Calls that are shown"
          value={kind}
          options={[
            ['all', `All ${total.toLocaleString('en')}`],
            ...(spec === null ? [] : ([['made', `Made ${made.toLocaleString('en')}`]] as const)),
            ...(proxy === null
              ? []
              : ([['passedOn', `Passed on ${passedOn.toLocaleString('en')}`]] as const)),
            ['none', `No example ${unmatched.toLocaleString('en')}`],
            ['refused', `Refused ${refused.toLocaleString('en')}`],
          ]}
          onChange={onKind}
        />
      </span>
      <span className={css['tools']}>
        <IconButton
          icon={isPaused ? Play : Pause}
          size="small"
          label={isPaused ? 'Follow the calls' : 'Pause the list'}
          onClick={onPause}
        />
        <IconButton
          icon={Trash2}
          size="small"
          label="Clear the list"
          disabled={calls.length === 0}
          onClick={() => mocks.change(channel, (now) => ({ ...now, calls: [] }))}
        />
      </span>
    </SectionHead>
  );
}

function Newer({ count, onFollow }: { readonly count: number; readonly onFollow: () => void }) {
  return (
    <Button
      kind="line"
      size="small"
      icon={ArrowUp}
      className={css['newer']}
      onClick={(event) => {
        onFollow();
        const list = event.currentTarget.parentElement?.querySelector<HTMLElement>('[role=grid]');
        if (!list) return;
        list.scrollTop = 0;
        list.focus();
      }}
    >
      {count.toLocaleString('en')} new
    </Button>
  );
}

/** Returns how many of the calls came up to a number. */
function endOf(calls: readonly Call[], number: number): number {
  let [low, high] = [0, calls.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (calls[middle]!.number <= number) low = middle + 1;
    else high = middle;
  }
  return low;
}
