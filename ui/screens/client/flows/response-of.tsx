// The response that a step of the last run has got. A value of its JSON can be picked for its path.
import { useEffect, useMemo, useState } from 'react';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../api/client.ts';
import { sizeText } from '../../../format/measures.ts';
import { SectionHead } from '../../../parts/index.ts';
import { LineList } from '../parts/line-list.tsx';
import css from './flow.module.css';
import { jsonLines } from './json-lines.ts';
import type { StepResult } from './run-state.ts';

type Response = ResultOf<'client.flow_response'>;

interface ResponseOfProps {
  readonly channel: string;
  readonly result: StepResult;
  readonly title: string;
  /** Takes the path of a value. */
  readonly onPick?: (path: string) => void;
}

export function ResponseOf({ channel, result, title, onPick }: ResponseOfProps) {
  const [response, setResponse] = useState<Response | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const { step, rounds } = result;
  const key = rounds.join('.');
  useEffect(() => {
    const ended = new AbortController();
    const params = { channel, step, rounds: key === '' ? [] : key.split('.').map(Number) };
    rpc('client.flow_response', params, ended.signal).then(setResponse, (reason: unknown) => {
      if (!ended.signal.aborted) setError(messageOf(reason));
    });
    return () => ended.abort();
  }, [channel, step, key]);
  const lines = useMemo(() => (response === null ? null : jsonLines(response.text)), [response]);
  const note = [
    rounds.length === 0 ? null : `round ${rounds.join('.')}`,
    response === null ? null : `${response.status}, ${sizeText(response.size)}`,
    onPick === undefined ? null : 'click a value',
  ].filter((part) => part !== null);
  return (
    <section className={css['response']} aria-label={title}>
      <SectionHead title={title} note={note.join(', ')} />
      {error !== null && <p className={css['hint']}>{error}</p>}
      {response !== null && lines === null && (
        <pre className={css['plain']} tabIndex={0}>
          {response.text}
        </pre>
      )}
      {lines !== null && (
        <LineList
          label={title}
          height={20}
          lines={lines}
          keyOf={(line) => line.key}
          current={current}
          onCurrent={(line) => {
            setCurrent(line.key);
          }}
          {...(onPick !== undefined && { onActivate: (line: (typeof lines)[number]) => onPick(line.path) })}
        >
          {(line) => (
            <span
              className={css['json']}
              style={{ paddingLeft: line.depth * 14 }}
              title={line.path}
              data-pick={onPick !== undefined}
              onClick={() => onPick?.(line.path)}
            >
              {line.name !== null && <span className={css['key']}>{line.name}: </span>}
              <span data-type={line.type}>{line.text}</span>
            </span>
          )}
        </LineList>
      )}
    </section>
  );
}
