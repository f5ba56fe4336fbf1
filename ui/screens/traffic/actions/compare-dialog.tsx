// Two exchanges compared: what differs, and the lines.
import { useEffect, useState } from 'react';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../api/client.ts';
import { Button, Dialog, Segmented } from '../../../parts/index.ts';
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
      title={`Compare ${a} and ${b}`}
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
          {compared.changes.length === 0 && <p className={css['hint']}>Nothing differs.</p>}
          {compared.changes.length > 0 && (
            <table className={css['changes']}>
              <thead>
                <tr>
                  <th scope="col">Where</th>
                  <th scope="col">{a}</th>
                  <th scope="col">{b}</th>
                </tr>
              </thead>
              <tbody>
                {compared.changes.map((change, index) => (
                  <tr key={index} data-volatile={change.volatile}>
                    <td>{change.where}</td>
                    <td>{change.before ?? '—'}</td>
                    <td>{change.after ?? '—'}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          {compared.diff !== '' && (
            <pre className={css['diff']}>
              {compared.diff.split('\n').map((line, index) => (
                <span key={index} data-kind={/^[+-](?![+-]{2})/.exec(line)?.[0]}>
                  {`${line}\n`}
                </span>
              ))}
            </pre>
          )}
        </>
      )}
    </Dialog>
  );
}
