// The parts of a request of a run: tests, request, response, console.
import { useMemo } from 'react';
import { fromBase64 } from '../../../../src/base/bytes.ts';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { BodyPane } from '../../../bodies/body-pane.tsx';
import type { BodySource } from '../../../bodies/body-source.ts';
import { sizeText } from '../../../format/measures.ts';
import shared from '../../../parts/content.module.css';
import { Facts, NameValues } from '../../../parts/name-values.tsx';
import { ConsoleLines } from '../response/console-tab.tsx';
import type { PlacedTest } from '../response/shown.ts';
import { TestList } from '../response/tests-tab.tsx';
import type { RunRow } from './run-events.ts';
import { isNewlyFailed, type RunModel } from './run-model.ts';
import css from './runs.module.css';
import results from './results.module.css';
import { shortTime } from './short-time.ts';

export type Detail = ResultOf<'client.run_request'>;
export type Part = 'tests' | 'request' | 'response' | 'console';

interface PartProps {
  readonly part: Part;
  readonly detail: Detail;
  readonly run: RunModel;
  readonly row: RunRow;
}

export function PartOf({ part, detail, run, row }: PartProps) {
  switch (part) {
    case 'tests':
      return <TestsPart {...{ detail, run, row }} />;
    case 'request':
      return <RequestPart detail={detail} row={row} />;
    case 'response':
      return <ResponsePart detail={detail} row={row} />;
    case 'console':
      return (
        <ConsoleLines
          lines={[
            ...detail.console.map((line) => ({ ...line, from: '' })),
            ...detail.scriptErrors.map((each) => ({
              level: 'error',
              text: String(each['message']),
              from: String(each['where']),
            })),
          ]}
        />
      );
  }
}

function TestsPart({ detail, run, row }: Omit<PartProps, 'part'>) {
  const before = run.start?.before ?? null;
  return (
    <>
      {detail.error !== null && <p className={css['failed']}>{detail.error}</p>}
      {isNewlyFailed(row) && before !== null && (
        <p className={shared['hint']}>Passed in the run of {shortTime(before.startedAt)}.</p>
      )}
      {detail.tests.length === 0 && detail.error === null && (
        <p className={shared['hint']}>Its scripts have no tests.</p>
      )}
      <TestList tests={detail.tests.map(testOf)} />
    </>
  );
}

interface RecordedTest extends Pick<PlacedTest, 'name' | 'passed' | 'skipped' | 'event' | 'where'> {
  readonly error: {
    readonly message: string;
    readonly line?: number | null;
    readonly expected?: string;
    readonly actual?: string;
  } | null;
}

function testOf(test: unknown): PlacedTest {
  const { error, ...rest } = test as RecordedTest;
  return {
    ...rest,
    error: error === null ? null : error.message,
    line: error?.line ?? null,
    ...(error?.expected !== undefined && { expected: error.expected }),
    ...(error?.actual !== undefined && { actual: error.actual }),
  };
}

function RequestPart({ detail: { request }, row }: Pick<PartProps, 'detail' | 'row'>) {
  return (
    <>
      <Facts
        rows={[
          ['Method', row.method],
          ['URL', row.url],
        ]}
      />
      {request === null ? (
        <p className={shared['hint']}>Nothing was sent.</p>
      ) : (
        <>
          <NameValues rows={request.headers.map(({ name, value }) => [name, value])} empty="" />
          <RecordedBody body={request.body} headers={request.headers} side="request" url={row.url} />
        </>
      )}
    </>
  );
}

function ResponsePart({ detail: { response, error }, row }: Pick<PartProps, 'detail' | 'row'>) {
  if (response === null) return <p className={shared['hint']}>{error ?? 'There is no response.'}</p>;
  return (
    <>
      <details className={results['headers']}>
        <summary>
          {response.status} {response.reason}, {response.headers.length} headers
        </summary>
        <NameValues
          rows={response.headers.map(({ name, value }) => [name, value])}
          empty="There are no headers."
        />
      </details>
      <RecordedBody
        body={response.body}
        headers={response.headers}
        side="response"
        url={row.url}
        size={row.size}
      />
    </>
  );
}

interface RecordedBodyProps {
  readonly body: Readonly<Record<string, unknown>> & { readonly size: number };
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly side: 'request' | 'response';
  readonly url: string;
  /** Bytes that were received. */
  readonly size?: number;
}

function RecordedBody({ body, headers, side, url, size = 0 }: RecordedBodyProps) {
  const source = useMemo((): BodySource => {
    const { text, base64 } = body as { readonly text?: string; readonly base64?: string };
    const bytes =
      text === undefined ? (fromBase64(base64 ?? '') ?? new Uint8Array()) : new TextEncoder().encode(text);
    return {
      address: { type: 'bytes', bytes },
      side,
      url,
      headers,
      contentType: headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '',
      chunkTimes: [],
      asked: '',
      size: bytes.length,
      isFinished: true,
    };
  }, [body, headers, side, url]);
  if (body.size === 0)
    return (
      <p className={shared['hint']}>
        {size > 0
          ? `A body of ${sizeText(size)} was received and is not kept: a run keeps those of failed requests, or of all where the set-up says so.`
          : 'There is no body.'}
      </p>
    );
  return (
    <BodyPane
      source={source}
      label={`${side} body`}
      part={side === 'request' ? 'request-body' : 'response-body'}
      fileName={side}
      sizeNote={() => sizeText(size > 0 ? size : body.size)}
    />
  );
}
