// Two responses beside each other, one of which may be an example: status, headers, and the lines of the body; or the
// texts of two messages.
import { useEffect, useState } from 'react';
import type { Example } from '../../../../src/collections/model/example.ts';
import { messageOf } from '../../../api/client.ts';
import { Button, Dialog } from '../../../parts/index.ts';
import css from './examples.module.css';
import { lineDiff, type LinePair } from './line-diff.ts';
import { exampleHeaders, responseText, type ShownResponse } from './shown-response.ts';

/** A response, an example or a text to compare, with its name for users. */
export type Compared =
  | { readonly name: string; readonly example: Example }
  | { readonly name: string; readonly shown: ShownResponse }
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly lines: readonly string[] };

interface CompareDialogProps {
  readonly before: Compared;
  readonly after: Compared;
  readonly onClose: () => void;
}

/** Lines that are drawn. */
const MAX_LINES = 2000;

export function CompareDialog({ before, after, onClose }: CompareDialogProps) {
  const [texts, setTexts] = useState<readonly string[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    let isOpen = true;
    Promise.all([before, after].map(textOf)).then(
      (loaded) => isOpen && setTexts(loaded),
      (reason: unknown) => isOpen && setError(messageOf(reason)),
    );
    return () => {
      isOpen = false;
    };
  }, [before, after]);
  return (
    <Dialog
      title={`${before.name} and ${after.name}`}
      wide
      isText
      onClose={onClose}
      actions={
        <Button kind="line" onClick={onClose}>
          Close
        </Button>
      }
    >
      {error !== null && <p>They cannot be read: {error}</p>}
      {texts !== null && <Lines pairs={lineDiff(texts[0]!, texts[1]!)} heads={[before.name, after.name]} />}
    </Dialog>
  );
}

/** Resolves with the status, the headers in order, and the body. */
async function textOf(compared: Compared): Promise<string> {
  if ('lines' in compared) return compared.lines.join('\n');
  if ('text' in compared) return formatted(compared.text);
  if ('example' in compared) {
    const { status, headers, body } = compared.example;
    return textOfParts(
      status,
      headers.filter(({ enabled }) => enabled),
      body,
    );
  }
  const { response } = compared.shown;
  return textOfParts(response.status, exampleHeaders(response), await responseText(compared.shown));
}

function textOfParts(
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

interface LinesProps {
  readonly pairs: readonly LinePair[];
  readonly heads: readonly [before: string, after: string];
}

function Lines({ pairs, heads }: LinesProps) {
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
            {heads.map((head, at) => (
              <th key={at} scope="col">
                {head}
              </th>
            ))}
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
