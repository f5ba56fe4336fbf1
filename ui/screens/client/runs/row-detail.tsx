// One request of a run: its tests, what was sent and received, and what its scripts printed.
import { ExternalLink, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { messageOf, rpc } from '../../../api/client.ts';
import { IconButton, SectionHead, Tabs, type TabItem } from '../../../parts/index.ts';
import { PartOf, type Detail, type Part } from './row-parts.tsx';
import type { RunRow } from './run-events.ts';
import type { RunModel } from './run-model.ts';
import css from './runs.module.css';
import results from './results.module.css';

const PANEL = 'run-request-panel';

/** The part that was shown last, while the page is open. */
let lastPart: Part = 'tests';

interface RowDetailProps {
  readonly run: RunModel;
  readonly row: RunRow;
  readonly onOpen: (row: RunRow) => void;
  readonly onClose: () => void;
}

export function RowDetail({ run, row, onOpen, onClose }: RowDetailProps) {
  const [part, setPart] = useState<Part>(lastPart);
  const { detail, error } = useDetail(run, row);
  const failed = row.tests.filter(({ passed }) => !passed).length;
  const items: readonly TabItem<Part>[] = [
    {
      id: 'tests',
      title: 'Tests',
      count: failed > 0 ? `${row.tests.length - failed} of ${row.tests.length}` : row.tests.length,
    },
    { id: 'request', title: 'Request' },
    { id: 'response', title: 'Response', count: row.status > 0 ? row.status : undefined },
    { id: 'console', title: 'Console', count: detail?.console.length },
  ];
  const show = (next: Part): void => {
    lastPart = next;
    setPart(next);
  };
  return (
    <section className={results['detail']} aria-label={`Request ${row.name}`}>
      <SectionHead title={row.name} note={`${row.method} ${row.url}`}>
        <IconButton icon={ExternalLink} size="small" label="Open the request" onClick={() => onOpen(row)} />
        <IconButton icon={X} size="small" label="Close the details" onClick={onClose} />
      </SectionHead>
      <Tabs label="Parts of the request" items={items} value={part} onChange={show} panel={PANEL} />
      <div
        className={results['detailPanel']}
        id={PANEL}
        role="tabpanel"
        tabIndex={part === 'response' || part === 'request' ? -1 : 0}
        aria-label={items.find(({ id }) => id === part)?.title}
      >
        {error !== null && <p className={css['failed']}>{error}</p>}
        {detail !== null && <PartOf {...{ part, detail, run, row }} />}
      </div>
    </section>
  );
}

/** Returns the request as the app keeps it; the one before stays until it is there. */
function useDetail(
  { channel }: RunModel,
  { index }: RunRow,
): { readonly detail: Detail | null; readonly error: string | null } {
  const [state, setState] = useState<{ detail: Detail | null; error: string | null }>({
    detail: null,
    error: null,
  });
  useEffect(() => {
    const ended = new AbortController();
    rpc('client.run_request', { channel: channel ?? '', index }, ended.signal).then(
      (detail) => setState({ detail, error: null }),
      (error: unknown) => {
        if (!ended.signal.aborted) setState({ detail: null, error: messageOf(error) });
      },
    );
    return () => ended.abort();
  }, [channel, index]);
  return state;
}
