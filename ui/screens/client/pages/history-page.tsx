// The history of this machine: what was sent, run and served, the latest first.
import { useState } from 'react';
import { rpc } from '../../../api/client.ts';
import { clockText, dayText, durationText, sizeText } from '../../../format/measures.ts';
import { Button, Checkbox, PaneHead, Question, Segmented, Spinner, TextField } from '../../../parts/index.ts';
import { attempt, count } from '../../../state/actions.ts';
import { say } from '../../../state/toasts.ts';
import { RequestLabel } from '../parts/request-label.tsx';
import { openTab } from '../model/tabs.ts';
import { placed } from '../model/steps.ts';
import css from './pages.module.css';
import { useHistory, type Entry, type Kind } from './use-history.ts';

const KINDS: readonly (readonly [Kind, string])[] = [
  ['all', 'All'],
  ['send', 'Requests'],
  ['run', 'Runs'],
  ['loadTest', 'Load tests'],
  ['mock', 'Mocks'],
];

const TITLES: Readonly<Record<string, string>> = { run: 'Run', loadTest: 'Load', mock: 'Mock' };

export function HistoryPage() {
  const [text, setText] = useState('');
  const [inBodies, setInBodies] = useState(false);
  const [kind, setKind] = useState<Kind>('all');
  const [isClearing, setClearing] = useState(false);
  const { entries, next, error, isBusy, more } = useHistory(text, inBodies, kind);
  const days = [...Map.groupBy(entries, ({ time }) => dayText(new Date(time).toISOString()))];
  return (
    <>
      <PaneHead wraps title="History" note="on this machine, for 30 days or 500 MB">
        {isBusy && <Spinner label="Reading" />}
        <TextField aria-label="Find in the history" placeholder="Find" value={text} onChange={setText} />
        <Checkbox label="in bodies" checked={inBodies} onChange={setInBodies} />
        <Segmented label="Kind" value={kind} options={KINDS} onChange={setKind} />
        <Button kind="danger" disabled={entries.length === 0} onClick={() => setClearing(true)}>
          Clear…
        </Button>
      </PaneHead>
      {error !== null && <p className={css['failed']}>The history cannot be read: {error}</p>}
      {entries.length === 0 && !isBusy && error === null && (
        <p className={css['empty']}>
          {text === ''
            ? 'Nothing was sent yet. Requests that you send stand here.'
            : `Nothing has “${text}”.`}
        </p>
      )}
      <div className={css['scroll']} role="region" aria-label="Entries of the history" tabIndex={0}>
        {days.map(([day, list]) => (
          <table key={day} className={css['table']}>
            <caption>
              <strong>{day}</strong>
            </caption>
            <thead className="visually-hidden">
              <tr>
                {['Time', 'Kind', 'Name', 'Result', 'Duration', 'Size', 'Environment'].map((title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {list.map((entry) => (
                <EntryRow key={entry.id} entry={entry} />
              ))}
            </tbody>
          </table>
        ))}
        {next && (
          <Button size="small" disabled={isBusy} onClick={more}>
            Show more
          </Button>
        )}
      </div>
      {isClearing && (
        <Question
          title="Clear the history?"
          text="All entries and the responses that are kept with them are deleted. Requests and collections stay."
          action="Clear history"
          onConfirm={() => void clear()}
          onClose={() => setClearing(false)}
        />
      )}
    </>
  );
}

function EntryRow({ entry }: { readonly entry: Entry }) {
  const { time, kind, name, method, url, ms, size, environment } = entry;
  const key = entry.request === null ? null : `request:${entry.request}`;
  const isThere = key !== null && placed(key) !== null;
  return (
    <tr>
      <td>{clockText(new Date(time).toISOString())}</td>
      <td>{TITLES[kind] ?? <RequestLabel type={kind === 'send' ? 'http' : kind} method={method} />}</td>
      <td title={url}>
        {isThere ? (
          <button type="button" onClick={() => openTab(key)}>
            {name}
          </button>
        ) : (
          name
        )}{' '}
        <small className={css['quiet']}>{url}</small>
      </td>
      <td data-failed={isFailed(entry)}>{resultOf(entry)}</td>
      <td className={css['number']}>{durationText(ms)}</td>
      <td className={css['number']}>{size > 0 ? sizeText(size) : '—'}</td>
      <td>{environment ?? 'none'}</td>
    </tr>
  );
}

function isFailed({ status, outcome, tests, requests }: Entry): boolean {
  return status >= 400 || outcome === 'failed' || tests.failed > 0 || requests.failed > 0;
}

function resultOf({ kind, status, outcome, reason, tests, requests: { total, failed } }: Entry): string {
  if (kind !== 'send' && total > 0) return failed > 0 ? `${failed} of ${total} failed` : `${total} passed`;
  const first = status > 0 ? String(status) : (reason ?? outcome);
  return tests.failed > 0 ? `${first}, ${count(tests.failed, 'test')} failed` : first;
}

async function clear(): Promise<void> {
  await attempt('The history cannot be cleared', async () => {
    const { deleted } = await rpc('client.delete_history', {});
    say(`Deleted ${count(deleted, 'entry').replace(/entrys$/, 'entries')}`);
  });
}
