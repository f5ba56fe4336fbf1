// Results that a type shows in its own way: the rows of SQL, the contents that an MCP server answers with.
import { Suspense, useEffect, useState, type ComponentType } from 'react';
import { readBody } from '../../../bodies/body-source.ts';
import { Waiting } from '../../../bodies/waiting.tsx';
import { messageOf } from '../../../api/client.ts';
import shared from '../../../parts/content.module.css';
import { bodyAddress } from '../examples/index.ts';
import type { Ended } from '../sends/state.ts';
import { McpResult } from './mcp-result.tsx';
import type { ResultProps } from './result-props.ts';
import { SqlResult } from './sql-result.tsx';

const RESULTS: Readonly<Record<string, ComponentType<ResultProps>>> = { sql: SqlResult, mcp: McpResult };

/** Bytes of a body that the page parses. */
const MAX_BYTES = 32 * 1024 * 1024;

export function ResultTab({ type, send }: { readonly type: string; readonly send: Ended }) {
  const body = useJsonBody(send);
  const Result = RESULTS[type];
  if (Result === undefined) return null;
  if (body.type === 'waiting') return <Waiting />;
  if (body.type === 'failed') return <p className={shared['hint']}>{body.reason}</p>;
  return (
    <Suspense fallback={<Waiting />}>
      <Result body={body.value} send={send} />
    </Suspense>
  );
}

type JsonBody =
  | { readonly type: 'waiting' }
  | { readonly type: 'there'; readonly value: unknown }
  | { readonly type: 'failed'; readonly reason: string };

function useJsonBody(send: Ended): JsonBody {
  const [body, setBody] = useState<JsonBody>({ type: 'waiting' });
  const size = send.end.response?.body.size ?? 0;
  useEffect(() => {
    const control = new AbortController();
    const show = (next: JsonBody): void => {
      if (!control.signal.aborted) setBody(next);
    };
    if (size > MAX_BYTES)
      show({ type: 'failed', reason: 'It is too large to be shown like this: see JSON.' });
    else
      readBody(bodyAddress(send), {}, control.signal)
        .then(({ bytes }) =>
          show({ type: 'there', value: JSON.parse(new TextDecoder().decode(bytes)) as unknown }),
        )
        .catch((error: unknown) => show({ type: 'failed', reason: messageOf(error) }));
    return () => control.abort();
  }, [send, size]);
  return body;
}
