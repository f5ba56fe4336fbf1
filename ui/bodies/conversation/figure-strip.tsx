// The figures at the foot of a response: tokens, cost by the user's prices, time to the first token, reason of the end.
import { amountText } from '../../../src/base/amount-text.ts';
import { costOf } from '../../../src/codec/ai/cost.ts';
import type { Figures } from '../../../src/flow/views/index.ts';
import { countText, durationText } from '../../format/measures.ts';
import { settings } from '../../state/app.ts';
import { useResource } from '../../state/resource.ts';
import css from './conversation.module.css';
import { visible } from './prose.ts';

interface FigureStripProps {
  readonly figures: Figures;
  readonly model: string | null;
}

export function FigureStrip({ figures: { tokens, finish, firstTokenMs }, model }: FigureStripProps) {
  const { input, cachedInput, cacheWrite, output, reasoning } = tokens;
  const cost = useCost(tokens, model);
  return (
    <div className={css['figures']} role="group" aria-label="Usage">
      {input !== null && (
        <span>
          <b>{countText(input)}</b> in
          {cachedInput !== null && cachedInput > 0 && `, ${countText(cachedInput)} cached`}
          {cacheWrite !== null && cacheWrite > 0 && `, ${countText(cacheWrite)} written to the cache`}
        </span>
      )}
      {output !== null && (
        <span>
          <b>{countText(output)}</b> out
          {reasoning !== null && reasoning > 0 && `, ${countText(reasoning)} thinking`}
        </span>
      )}
      {cost !== null && (
        <span>
          <b>{amountText(cost)}</b> by <a href="#/settings?page=advanced">your prices</a>
        </span>
      )}
      {firstTokenMs !== null && (
        <span>
          <b>{durationText(firstTokenMs)}</b> to first token
        </span>
      )}
      {finish !== null && (
        <span>
          ended by <b>{visible(finish)}</b>
        </span>
      )}
    </div>
  );
}

function useCost(tokens: Figures['tokens'], model: string | null) {
  const { value } = useResource(settings);
  const prices = value?.modelPrices ?? [];
  return model === null ? null : costOf(tokens, [model], prices);
}
