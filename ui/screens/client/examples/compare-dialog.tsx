// An example beside the response that is shown: status, headers, and the lines of the body.
import { useEffect, useState } from 'react';
import type { Example } from '../../../../src/collections/model/example.ts';
import { messageOf } from '../../../api/client.ts';
import { Button, Dialog } from '../../../parts/index.ts';
import css from './examples.module.css';
import { lineDiff, type LinePair } from './line-diff.ts';
import { exampleHeaders, responseText, type ShownResponse } from './shown-response.ts';

interface CompareDialogProps {
  readonly example: Example;
  readonly shown: ShownResponse;
  readonly onClose: () => void;
}

/** Lines that are drawn. */
const MAX_LINES = 2000;

export function CompareDialog({ example, shown, onClose }: CompareDialogProps) {
  const [text, setText] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    let isOpen = true;
    responseText(shown).then(
      (loaded) => isOpen && setText(loaded),
      (reason: unknown) => isOpen && setError(messageOf(reason)),
    );
    return () => {
      isOpen = false;
    };
  }, [shown]);
  return (
    <Dialog
      title={`${example.name} and the response`}
      wide
      isText
      onClose={onClose}
      actions={
        <Button kind="line" onClick={onClose}>
          Close
        </Button>
      }
    >
      {error !== null && <p>The response cannot be read: {error}</p>}
      {text !== null && (
        <Lines
          pairs={lineDiff(
            textOf(
              example.status,
              example.headers.filter(({ enabled }) => enabled),
              example.body,
            ),
            textOf(shown.response.status, exampleHeaders(shown.response), text),
          )}
        />
      )}
    </Dialog>
  );
}

function textOf(
  status: number,
  headers: readonly { readonly name: string; readonly value: string }[],
  body: string,
): string {
  const lines = headers.map(({ name, value }) => `${name.toLowerCase()}: ${value}`);
  return [`${status}`, ...lines.toSorted(), '', formatted(body)].join('\n');
}

/** JSON has its names on lines of their own, so that the parts compare. */
function formatted(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

function Lines({ pairs }: { readonly pairs: readonly LinePair[] }) {
  const differing = pairs.filter(({ before, after }) => before !== after).length;
  return (
    <>
      <p className={css['summary']}>
        {differing === 0 ? 'They are the same.' : `${differing} of ${pairs.length} lines differ.`}
        {pairs.length > MAX_LINES && ` The first ${MAX_LINES} are shown.`}
      </p>
      <table className={css['compared']}>
        <thead>
          <tr>
            <th scope="col">Example</th>
            <th scope="col">Response</th>
          </tr>
        </thead>
        <tbody>
          {pairs.slice(0, MAX_LINES).map(({ before, after }, at) => (
            <tr key={at} data-differs={before !== after}>
              <td>{before}</td>
              <td>{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
