// The responses of an endpoint: statuses and media types with their numbers, those that nobody has seen, and headers
// that the description does not have.
import { FilePlus } from 'lucide-react';
import { useState } from 'react';
import { Badge, Button, SectionHead, StatusText } from '../../../../parts/index.ts';
import { count } from '../../../../state/actions.ts';
import { go } from '../../../../state/location.ts';
import { CorrectionDialog, type Change } from './correction-dialog.tsx';
import css from './detail.module.css';
import type { EndpointDetailProps } from './detail-props.ts';
import { responseFilter } from './response-filter.ts';
import type { Endpoint } from './use-contract.ts';

export function ResponsesSeen({ spec, text, endpoint }: EndpointDetailProps) {
  const { endpoint: operation, responses, described, headers } = endpoint;
  const [changes, setChanges] = useState<readonly Change[] | null>(null);
  const seen = new Set(responses.map(({ key }) => key));
  const add = (what: string, ids: readonly number[]): void =>
    setChanges([{ operation, what, ids: [...ids] }]);
  return (
    <>
      {responses.length === 0 && <p className={css['hint']}>No response was seen.</p>}
      <table className={css['requests']}>
        <thead>
          <tr>
            <th scope="col" data-width="narrow">
              Status
            </th>
            <th scope="col">Type</th>
            <th scope="col" data-width="narrow">
              Calls
            </th>
            <th scope="col">Described</th>
          </tr>
        </thead>
        <tbody>
          {responses.map((response) => (
            <ResponseRow
              key={`${response.status} ${response.type}`}
              {...{ endpoint, response }}
              onAdd={add}
            />
          ))}
          {described
            .filter((each) => !seen.has(each))
            .map((key) => (
              <tr key={key} data-quiet>
                <td>{key}</td>
                <td>—</td>
                <td>0</td>
                <td>not seen</td>
              </tr>
            ))}
        </tbody>
      </table>
      {headers.length > 0 && <Headers headers={headers} onAdd={(what) => add(what, [])} />}
      {changes !== null && <CorrectionDialog {...{ spec, text, changes }} onClose={() => setChanges(null)} />}
    </>
  );
}

interface ResponseRowProps {
  readonly endpoint: Endpoint;
  readonly response: Endpoint['responses'][number];
  readonly onAdd: (what: string, ids: readonly number[]) => void;
}

function ResponseRow({ endpoint: { endpoint, kinds }, response, onAdd }: ResponseRowProps) {
  const { status, type, count: number, key } = response;
  /** The violation that says that the status is not described. */
  const kind = kinds.find(({ what }) => what.includes(`the status ${status} is not documented`));
  return (
    <tr>
      <td>
        <StatusText flow={{ status, state: 'completed' }} />
      </td>
      <td>{type === '' ? 'no body' : type}</td>
      <td>
        <button
          type="button"
          className={css['link']}
          aria-label={`Show ${count(number, 'call')} with ${status} in traffic`}
          onClick={() => go('traffic', { filter: responseFilter(endpoint, response) })}
        >
          {number.toLocaleString('en')}
        </button>
      </td>
      <td>
        {key ??
          (kind === undefined ? (
            <Badge tone="warn">no</Badge>
          ) : (
            <Button size="small" icon={FilePlus} onClick={() => onAdd(kind.what, kind.ids)}>
              Add {status}…
            </Button>
          ))}
      </td>
    </tr>
  );
}

interface HeadersProps {
  readonly headers: Endpoint['headers'];
  readonly onAdd: (what: string) => void;
}

function Headers({ headers, onAdd }: HeadersProps) {
  return (
    <>
      <SectionHead title="Headers that are not described" note={String(headers.length)} />
      <ul className={css['headers']}>
        {headers.map(({ name, key, what, count: number }) => (
          <li key={what}>
            <code>{name}</code>
            <small>
              of {key}, {count(number, 'call')}
            </small>
            <Button size="small" icon={FilePlus} aria-label={`Add ${name}…`} onClick={() => onAdd(what)}>
              Add…
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
