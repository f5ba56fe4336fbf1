// The heads of a comparison: the bar, which leads back, and the two requests.
import { ArrowLeft, ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { sizeOf } from '../../../../src/flow/filter/index.ts';
import type { FlowSummary } from '../../../../src/session/methods/ui-types.ts';
import { useCommands } from '../../../commands/index.ts';
import { clockText, durationText, sizeText } from '../../../format/measures.ts';
import { urlParts } from '../../../format/url.ts';
import { Button, IconButton, MethodText, StatusText } from '../../../parts/index.ts';
import { compared } from '../model/compared.ts';
import { isDetailOpen, selectOne } from '../model/selection.ts';
import { requestNumber } from '../model/source-counts.ts';
import css from './compare.module.css';

export function Bar({ children }: { readonly children?: ReactNode }) {
  const back = (): void => compared.set(null);
  useCommands([
    { id: 'compare.back', title: 'Back', group: 'traffic', keys: 'escape', inPalette: false, run: back },
  ]);
  return (
    <div className={css['bar']}>
      <Button size="small" icon={ArrowLeft} keys="escape" onClick={back}>
        Traffic
      </Button>
      <h1>Compare</h1>
      {children}
    </div>
  );
}

export function Heads({ a, b }: { readonly a: FlowSummary; readonly b: FlowSummary }) {
  const isSame = a.host === b.host && urlParts(a.url).path === urlParts(b.url).path;
  return (
    <div className={css['heads']}>
      <span className={css['name']}>{isSame && 'Same endpoint'}</span>
      <Head flow={a} />
      <Head flow={b} />
    </div>
  );
}

function Head({ flow }: { readonly flow: FlowSummary }) {
  const { id, url, durationMs, startedAt } = flow;
  const { path, query } = urlParts(url);
  const size = sizeOf(flow);
  const show = (): void => {
    compared.set(null);
    selectOne(id);
    isDetailOpen.set(true);
  };
  return (
    <span className={css['head']}>
      <span className={css['number']}>#{requestNumber(id)}</span>
      <MethodText flow={flow} />
      <b className={css['url']} title={url}>
        {path + query}
      </b>
      <StatusText flow={flow} />
      <span className={css['figures']}>
        {[
          durationMs === undefined ? null : durationText(durationMs),
          size === undefined ? null : sizeText(size),
          clockText(startedAt),
        ]
          .filter((text) => text !== null)
          .join(', ')}
      </span>
      <IconButton icon={ExternalLink} label={`Show ${id} in the list`} size="small" onClick={show} />
    </span>
  );
}
