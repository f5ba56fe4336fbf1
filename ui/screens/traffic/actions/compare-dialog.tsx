// Compares two exchanges: a summary of what differs, and the lines.
import { useEffect, useState } from 'react';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../api/client.ts';
import { Button, Dialog, Segmented } from '../../../parts/index.ts';
import { requestNumber } from '../model/source-counts.ts';
import css from './dialogs.module.css';

interface CompareDialogProps {
  readonly a: number;
  readonly b: number;
  readonly onClose: () => void;
}

type Comparison = ResultOf<'compare_requests'>;

export function CompareDialog({ a, b, onClose }: CompareDialogProps) {
  const [result, setResult] = useState<Comparison | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [side, setSide] = useState<'request' | 'response'>('response');
  useEffect(() => {
    rpc('compare_requests', { a, b }).then(setResult, (reason: unknown) => setError(messageOf(reason)));
  }, [a, b]);
  const compared = result?.[side];
  return (
    <Dialog
      title={`Compare ${requestNumber(a)} and ${requestNumber(b)}`}
      wide
      onClose={onClose}
      actions={
        <Button kind="line" autoFocus onClick={onClose}>
          Close
        </Button>
      }
    >
      {error !== null && (
        <p className={css['error']} role="alert">
          {error}
        </p>
      )}
      {compared !== undefined && result !== null && (
        <>
          <Segmented
            label="Side"
            value={side}
            options={[
              ['request', `Request ${result.request.changes.length}`],
              ['response', `Response ${result.response.changes.length}`],
            ]}
            onChange={setSide}
          />
          {compared.changes.length === 0 ? (
            <p className={css['hint']}>Nothing differs.</p>
          ) : (
            <Changes changes={compared.changes} {...{ a, b }} />
          )}
          {compared.diff !== '' && <Diff text={compared.diff} />}
        </>
      )}
    </Dialog>
  );
}

interface ChangesProps extends Pick<CompareDialogProps, 'a' | 'b'> {
  readonly changes: Comparison['request']['changes'];
}

function Changes({ a, b, changes }: ChangesProps) {
  return (
    <table className={css['changes']}>
      <thead>
        <tr>
          <th scope="col">Where</th>
          <th scope="col">{a}</th>
          <th scope="col">{b}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ where, before, after, volatile }, index) => (
          <tr key={index} data-volatile={volatile}>
            <td>{where}</td>
            <td>{before ?? '—'}</td>
            <td>{after ?? '—'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Diff({ text }: { readonly text: string }) {
  return (
    <pre className={css['diff']}>
      {text.split('\n').map((line, index) => (
        <span key={index} data-kind={/^[+-](?![+-]{2})/.exec(line)?.[0]}>
          {`${line}\n`}
        </span>
      ))}
    </pre>
  );
}
