// The requests that have a violation, each with its value.
import { StatusText } from '../../../../parts/index.ts';
import { timeText } from '../../../../format/measures.ts';
import { go } from '../../../../state/location.ts';
import css from './detail.module.css';
import type { Violation } from './use-violation.ts';

export function ViolatingRequests({ requests }: { readonly requests: Violation['requests'] }) {
  return (
    <table className={css['requests']}>
      <thead>
        <tr>
          <th scope="col" data-width="narrow">
            #
          </th>
          <th scope="col" data-width="narrow">
            Status
          </th>
          <th scope="col">Value</th>
          <th scope="col" data-width="time">
            Time
          </th>
          <th scope="col" data-width="time">
            App
          </th>
        </tr>
      </thead>
      <tbody>
        {requests.map(({ id, status, value, startedAt, app }) => (
          <tr key={id}>
            <td>
              <button
                type="button"
                className={css['link']}
                aria-label={`Show ${id} in traffic`}
                onClick={() => go('traffic', { id: String(id) })}
              >
                {id}
              </button>
            </td>
            <td>
              <StatusText flow={{ status, state: 'completed' }} />
            </td>
            <td>
              <code title={value ?? undefined}>{value ?? 'missing'}</code>
            </td>
            <td>{timeText(new Date(startedAt).toISOString())}</td>
            <td>{app ?? '—'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
