// The history of this machine: what was sent, run and served, the latest first.
import { useState } from 'react';
import { rpc } from '../../../api/client.ts';
import { dayText } from '../../../format/measures.ts';
import { Button, Checkbox, PaneHead, Question, Segmented, Spinner, TextField } from '../../../parts/index.ts';
import { attempt, count } from '../../../state/actions.ts';
import { say } from '../../../state/toasts.ts';
import { DayTable } from './day-table.tsx';
import css from './pages.module.css';
import { HistoryDetail } from './history-detail.tsx';
import { useHistory, type Entry, type Kind } from './use-history.ts';

const KINDS: readonly (readonly [Kind, string])[] = [
  ['all', 'All'],
  ['send', 'Requests'],
  ['run', 'Runs'],
  ['loadTest', 'Load tests'],
  ['mock', 'Mocks'],
];

export function HistoryPage() {
  const [text, setText] = useState('');
  const [inBodies, setInBodies] = useState(false);
  const [kind, setKind] = useState<Kind>('all');
  const [selected, setSelected] = useState<Entry | null>(null);
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
      <div className={css['split']}>
        <div className={css['scroll']} role="region" aria-label="Entries of the history" tabIndex={0}>
          {days.map(([day, list]) => (
            <DayTable
              key={day}
              day={day}
              entries={list}
              selected={selected?.id ?? null}
              onSelect={setSelected}
            />
          ))}
          {next && (
            <Button size="small" disabled={isBusy} onClick={more}>
              Show more
            </Button>
          )}
        </div>
        {selected !== null && (
          <HistoryDetail key={selected.id} entry={selected} onClose={() => setSelected(null)} />
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

async function clear(): Promise<void> {
  await attempt('The history cannot be cleared', async () => {
    const { deleted } = await rpc('client.delete_history', {});
    say(`Deleted ${count(deleted, 'entry').replace(/entrys$/, 'entries')}`);
  });
}
