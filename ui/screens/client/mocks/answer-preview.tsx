// The answer of a mock server to a call of a route now: with values that are made where it makes them.
import { RefreshCw } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { ParamsOf, ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../api/client.ts';
import { Button, SectionHead, StatusText } from '../../../parts/index.ts';
import css from './calls.module.css';
import type { Route } from './model.ts';

const CodeText = lazy(() => import('../../../editor/code-text.tsx'));

interface AnswerPreviewProps {
  /** A channel, or what a mock server is started with. */
  readonly subject: Omit<ParamsOf<'client.mock_answer'>, 'method' | 'path'>;
  readonly route: Route;
}

const SOURCES: Readonly<Record<string, string>> = {
  example: 'example',
  made: 'made from the schema',
  stored: 'remembered',
  none: 'no example',
};

export function AnswerPreview({ subject, route: { method, path } }: AnswerPreviewProps) {
  const { answer, error, again } = useAnswer({ ...subject, method, path });
  const { seed } = subject;
  return (
    <section className={css['answer']} aria-label="Answer of the route">
      <SectionHead
        title="Answer"
        note={
          answer === null
            ? undefined
            : [SOURCES[answer.source] ?? answer.source, ...(seed === undefined ? [] : [`seed ${seed}`])].join(
                ', ',
              )
        }
      >
        {answer !== null && <StatusText flow={{ status: answer.status, state: 'completed' }} />}
        <Button size="small" icon={RefreshCw} onClick={again}>
          Again
        </Button>
      </SectionHead>
      {error !== null && <p className={css['none']}>{error}</p>}
      {answer?.body === null && <p className={css['none']}>The body is binary</p>}
      {answer?.body === '' && <p className={css['none']}>No body</p>}
      {answer !== null && answer.body !== null && answer.body !== '' && (
        <div className={css['body']}>
          <Suspense fallback={null}>
            <CodeText
              key={answer.body}
              text={formatted(answer.body)}
              label={`Answer to ${method} ${answer.path}`}
              language="json"
            />
          </Suspense>
        </div>
      )}
      {answer !== null && answer.omitted > 0 && (
        <p className={css['none']}>{answer.omitted.toLocaleString('en')} further characters</p>
      )}
    </section>
  );
}

type Answer = ResultOf<'client.mock_answer'>;

/** Asks again when what is asked changes, and by `again`. */
function useAnswer(params: ParamsOf<'client.mock_answer'>) {
  const [state, setState] = useState<{ answer: Answer | null; error: string | null }>({
    answer: null,
    error: null,
  });
  const [round, setRound] = useState(0);
  const key = JSON.stringify(params);
  useEffect(() => {
    const ended = new AbortController();
    rpc('client.mock_answer', JSON.parse(key) as ParamsOf<'client.mock_answer'>, ended.signal).then(
      (answer) => setState({ answer, error: null }),
      (reason: unknown) => {
        if (!ended.signal.aborted) setState({ answer: null, error: messageOf(reason) });
      },
    );
    return () => ended.abort();
  }, [key, round]);
  return { ...state, again: () => setRound((now) => now + 1) };
}

function formatted(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
