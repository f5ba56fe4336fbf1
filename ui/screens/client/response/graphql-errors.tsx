// The errors that a GraphQL server reports beside data, or in place of it: the status alone does not tell.
import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { readBody } from '../../../bodies/body-source.ts';
import { Note } from '../../../parts/index.ts';
import { count } from '../../../state/actions.ts';
import { bodyAddress } from '../examples/index.ts';
import type { Ended } from '../sends/state.ts';

/** Bytes of a body that is looked into. */
const MAX_BYTES = 4 * 1024 * 1024;
/** Errors that are shown. */
const MAX_SHOWN = 3;

interface Answer {
  readonly hasData: boolean;
  /** The messages, each with its path in the data. */
  readonly errors: readonly string[];
}

export function GraphqlErrors({ send }: { readonly send: Ended }) {
  const answer = useAnswer(send);
  if (answer === null || answer.errors.length === 0) return null;
  const { errors, hasData } = answer;
  return (
    <Note
      tone="warn"
      icon={TriangleAlert}
      title={`${count(errors.length, 'error')} ${hasData ? 'beside the data' : 'and no data'}`}
    >
      {errors.slice(0, MAX_SHOWN).map((error, at) => (
        <p key={at}>{error}</p>
      ))}
      {errors.length > MAX_SHOWN && <p>{errors.length - MAX_SHOWN} more are in the body.</p>}
    </Note>
  );
}

function useAnswer(send: Ended): Answer | null {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const size = send.end.response?.body.size ?? 0;
  useEffect(() => {
    if (size === 0 || size > MAX_BYTES) return undefined;
    const control = new AbortController();
    readBody(bodyAddress(send), {}, control.signal).then(
      ({ bytes }) => control.signal.aborted || setAnswer(answerOf(new TextDecoder().decode(bytes))),
      () => undefined,
    );
    return () => control.abort();
  }, [send, size]);
  return answer;
}

function answerOf(text: string): Answer | null {
  try {
    const { data, errors } = JSON.parse(text) as { readonly data?: unknown; readonly errors?: unknown };
    if (!Array.isArray(errors)) return null;
    return { hasData: data !== undefined && data !== null, errors: errors.map(errorText) };
  } catch {
    return null;
  }
}

function errorText(error: unknown): string {
  const { message, path } = (error ?? {}) as { readonly message?: unknown; readonly path?: unknown };
  const text = typeof message === 'string' ? message : JSON.stringify(error);
  return Array.isArray(path) ? `${path.join('.')}: ${text}` : text;
}
