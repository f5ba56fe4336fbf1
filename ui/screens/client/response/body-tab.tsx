// The body of a response, with what is missing of it.
import { Scissors } from 'lucide-react';
import { useMemo } from 'react';
import { BodyPane } from '../../../bodies/body-pane.tsx';
import type { BodySource } from '../../../bodies/body-source.ts';
import { sizeText } from '../../../format/measures.ts';
import { urlParts } from '../../../format/url.ts';
import shared from '../../../parts/content.module.css';
import { Note } from '../../../parts/index.ts';
import type { Ended } from '../sends/state.ts';
import { createChoices } from './choices.ts';
import { failureOf } from './failure.ts';

interface BodyTabProps {
  readonly tab: string;
  readonly send: Ended;
}

const chosenViews = createChoices('client.bodyViews');

export function BodyTab({ tab, send }: BodyTabProps) {
  const view = chosenViews.use(tab);
  const source = useSource(send);
  const { response } = send.end;
  if (source === null || response === null) return <p className={shared['hint']}>There is no body.</p>;
  return (
    <>
      {response.isPartial && (
        <Note tone="warn" icon={Scissors} title={failureOf(send).title}>
          This is what had arrived.
        </Note>
      )}
      <BodyPane
        source={source}
        label="response body"
        part="response-body"
        fileName={fileName(send)}
        sizeNote={(total) => sizeText(total ?? response.body.size)}
        view={{ id: view, choose: (id) => chosenViews.choose(tab, id) }}
      />
    </>
  );
}

const NO_TIMES: readonly number[] = [];

function useSource({ channel, stored, captured, end: { response, url = '' } }: Ended): BodySource | null {
  const address = useMemo(() => {
    if (captured !== undefined) return { type: 'bytes', bytes: captured } as const;
    if (stored !== undefined) return { type: 'stored', ...stored } as const;
    return channel === null ? null : ({ type: 'channel', channel } as const);
  }, [channel, stored, captured]);
  if (address === null || response === null) return null;
  const { headers, body, httpVersion } = response;
  const declared = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
  // Of other protocols the app makes the body, which is JSON.
  const contentType = httpVersion.startsWith('HTTP/') ? declared : body.isText ? 'application/json' : '';
  return {
    address,
    side: 'response',
    url,
    headers,
    contentType,
    chunkTimes: NO_TIMES,
    asked: '',
    size: body.size,
    isFinished: true,
  };
}

function fileName({ end: { url = '' } }: Ended): string {
  const last = urlParts(url).path.split('/').at(-1) ?? '';
  const name = last.replaceAll(/[^\w.-]/g, '_').slice(0, 80);
  return name === '' ? 'response' : name;
}
