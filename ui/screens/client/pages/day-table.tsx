// The entries of one day of the history.
import { clockText, durationText, sizeText } from '../../../format/measures.ts';
import { count } from '../../../state/actions.ts';
import { openTab } from '../model/tabs.ts';
import { RequestLabel } from '../parts/request-label.tsx';
import css from './pages.module.css';
import { tabOf, type Entry } from './use-history.ts';

const COLUMNS = ['Time', 'Kind', 'Name', 'Result', 'Duration', 'Size', 'Environment'];

const TITLES: Readonly<Record<string, string>> = { run: 'Run', loadTest: 'Load', mock: 'Mock' };

interface DayTableProps {
  readonly day: string;
  readonly entries: readonly Entry[];
  /** The id of the entry that is shown in full. */
  readonly selected: string | null;
  readonly onSelect: (entry: Entry) => void;
}

export function DayTable({ day, entries, selected, onSelect }: DayTableProps) {
  return (
    <table className={css['table']}>
      <caption>
        <strong>{day}</strong>
      </caption>
      <thead className="visually-hidden">
        <tr>
          {COLUMNS.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <EntryRow
            key={entry.id}
            entry={entry}
            isSelected={entry.id === selected}
            onSelect={() => onSelect(entry)}
          />
        ))}
      </tbody>
    </table>
  );
}

/** Returns the type of a request that is no HTTP: its method is the name of the protocol, such as `Socket.IO`. */
function typeOf(method: string): string {
  return method.toLowerCase().replace('.', '');
}

interface EntryRowProps {
  readonly entry: Entry;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
}

function EntryRow({ entry, isSelected, onSelect }: EntryRowProps) {
  const { time, kind, name, method, url, ms, size, environment } = entry;
  const tab = tabOf(entry);
  return (
    <tr data-selected={isSelected} onClick={onSelect} onDoubleClick={() => tab !== null && openTab(tab)}>
      <td>{clockText(new Date(time).toISOString())}</td>
      <td>{TITLES[kind] ?? <RequestLabel type={typeOf(method)} method={method} />}</td>
      <td title={url}>
        <button type="button" aria-pressed={isSelected} onClick={onSelect}>
          {name}
        </button>{' '}
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
  if (kind === 'run' && tests.failed > 0) return `${count(tests.failed, 'test')} failed`;
  if (kind !== 'send' && total > 0) return failed > 0 ? `${failed} of ${total} failed` : `${total} passed`;
  const first = status > 0 ? String(status) : (reason ?? outcome);
  return tests.failed > 0 ? `${first}, ${count(tests.failed, 'test')} failed` : first;
}
