// One entry of the history: the response of a send, or the totals and failures of a run.
import { ExternalLink, Play, Trash2, X } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../api/client.ts';
import { dateTimeText, durationText, sizeText } from '../../../format/measures.ts';
import { Button, IconButton, PaneHead, SectionHead, Tabs } from '../../../parts/index.ts';
import { Facts } from '../../../parts/name-values.tsx';
import { attempt, count } from '../../../state/actions.ts';
import { openTab } from '../model/tabs.ts';
import { objectKey, workspace } from '../model/workspace.ts';
import { PaneContent } from '../response/pane-content.tsx';
import { tabsOf, type PaneTab } from '../response/shown.ts';
import { openRunner } from '../runs/index.ts';
import type { SendEnd } from '../sends/events.ts';
import { storedSend } from '../sends/state.ts';
import css from './pages.module.css';
import { SentRequest } from './sent-request.tsx';
import { tabOf, type Entry } from './use-history.ts';

type Detail = ResultOf<'client.history_entry'>;
type Stored = ResultOf<'client.response'>;

/** Failures and requests that are listed. */
const MAX_LISTED = 200;

interface HistoryDetailProps {
  readonly entry: Entry;
  readonly onClose: () => void;
}

export function HistoryDetail({ entry, onClose }: HistoryDetailProps) {
  const { detail, stored, error } = useDetail(entry);
  const { id, kind, name, time, environment, outcome, reason, ms, size, status, url, method } = entry;
  const tab = tabOf(entry);
  const collection =
    kind === 'run'
      ? workspace.store.get().value?.tree.find((each) => each.kind === 'collection' && each.name === name)
      : undefined;
  return (
    <aside className={css['detail']} aria-label={`Entry ${name}`}>
      <PaneHead title={name}>
        {tab !== null && (
          <Button size="small" icon={ExternalLink} onClick={() => openTab(tab)}>
            {kind === 'loadTest' ? 'Open load test' : 'Open request'}
          </Button>
        )}
        {collection !== undefined && (
          <Button size="small" icon={Play} onClick={() => openRunner([{ object: collection, above: [] }])}>
            Run again…
          </Button>
        )}
        <IconButton
          icon={Trash2}
          size="small"
          label="Delete the entry"
          onClick={() => void remove(id, onClose)}
        />
        <IconButton icon={X} size="small" label="Close the details" onClick={onClose} />
      </PaneHead>
      <div className={css['detailBody']} role="region" aria-label="Details of the entry" tabIndex={0}>
        <Facts
          rows={[
            ['Time', dateTimeText(new Date(time).toISOString())],
            ['Sent to', url === '' ? null : `${method} ${url}`],
            ['Result', status > 0 ? String(status) : (reason ?? outcome)],
            ['Took', durationText(ms)],
            ['Received', size > 0 ? sizeText(size) : null],
            ['Environment', environment ?? 'none'],
          ]}
        />
        {error !== null && <p className={css['failed']}>{error}</p>}
        {detail !== null && detail.run !== null && <Run run={detail.run} />}
        {kind === 'send' && <SentRequest entry={entry} />}
        {stored !== null && entry.request !== null && (
          <Response entry={entry} request={entry.request} stored={stored} />
        )}
        {kind === 'send' && detail !== null && !detail.entry.hasResponse && (
          <p className={css['empty']}>Its response is not kept any more.</p>
        )}
      </div>
    </aside>
  );
}

async function remove(id: string, onDone: () => void): Promise<void> {
  await attempt('The entry cannot be deleted', async () => {
    await rpc('client.delete_history', { ids: [id] });
    onDone();
  });
}

function useDetail({ id, request }: Entry) {
  const [detail, setDetail] = useState<Detail | null>(null);
  const [stored, setStored] = useState<Stored | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    const read = async (): Promise<void> => {
      const found = await rpc('client.history_entry', { id }, signal);
      setDetail(found);
      if (found.entry.hasResponse && request !== null)
        setStored(await rpc('client.response', { request, id }, signal));
    };
    read().catch((reason: unknown) => {
      if (!signal.aborted) setError(messageOf(reason));
    });
    return () => ended.abort();
  }, [id, request]);
  return { detail, stored, error };
}

interface PastRun {
  readonly totals?: {
    readonly requests: number;
    readonly tests: number;
    readonly failedTests: number;
    readonly failedRequests: number;
    readonly responseMs: { readonly median: number; readonly p95: number };
  };
  readonly failures?: readonly {
    readonly iteration: number;
    readonly name: string;
    readonly method: string;
    readonly status: number;
    readonly reasons: readonly string[];
  }[];
}

function Run({ run }: { readonly run: Readonly<Record<string, unknown>> }) {
  const { totals, failures = [] } = run as PastRun;
  return (
    <>
      {totals !== undefined && (
        <Facts
          rows={[
            ['Requests', count(totals.requests, 'request')],
            ['Tests', `${totals.tests - totals.failedTests} passed, ${totals.failedTests} failed`],
            ['Without response', totals.failedRequests > 0 ? String(totals.failedRequests) : null],
            ['p50', durationText(totals.responseMs.median)],
            ['p95', durationText(totals.responseMs.p95)],
          ]}
        />
      )}
      {failures.length > 0 && (
        <>
          <SectionHead title="Failed" note={count(failures.length, 'request')} />
          <ul className={css['failures']}>
            {failures.slice(0, MAX_LISTED).map(({ iteration, name, method, status, reasons }, at) => (
              <li key={at}>
                <strong>
                  {method} {name}
                </strong>{' '}
                <small>
                  iteration {iteration + 1}, {status > 0 ? status : 'no response'}
                </small>
                {reasons.map((reason, index) => (
                  <p key={index}>{reason}</p>
                ))}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

interface ResponseProps {
  readonly entry: Entry;
  readonly request: string;
  readonly stored: Stored;
}

const PANEL = 'history-response-panel';
/** Parts that need the request as it is now, or the choice of the user. */
const LEFT_OUT: ReadonlySet<PaneTab> = new Set(['preview', 'error', 'progress']);

/** The response as its request has shown it, with tests, console and what was sent. */
function Response({ entry: { id, time, method }, request, stored }: ResponseProps) {
  const shown = useMemo(
    () => storedSend({ request, id }, time, stored.events, stored.end as unknown as SendEnd),
    [request, id, time, stored],
  );
  const type = method.toLowerCase().replace('.', '');
  const items = tabsOf(shown, type).filter((item) => !LEFT_OUT.has(item.id));
  const [chosen, setChosen] = useState<PaneTab | null>(null);
  const pane = items.find((item) => item.id === chosen)?.id ?? items[0]?.id;
  if (pane === undefined) return null;
  return (
    <div className={css['response']}>
      <Tabs label="Parts of the response" items={items} value={pane} onChange={setChosen} panel={PANEL} />
      <div
        className={css['bodyPane']}
        id={PANEL}
        role="tabpanel"
        aria-label={items.find((item) => item.id === pane)?.title}
      >
        <PaneContent
          pane={pane}
          tab={objectKey('request', request)}
          shown={shown}
          request={{}}
          where={{}}
          type={type}
          onSend={() => openTab(objectKey('request', request))}
        />
      </div>
    </div>
  );
}
