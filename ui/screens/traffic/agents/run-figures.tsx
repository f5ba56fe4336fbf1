// The sums of a run, and how much context each call of a model had.
import { amountText } from '../../../../src/base/amount-text.ts';
import type { AgentRun } from '../../../../src/session/methods/ui-types.ts';
import { countText, durationText } from '../../../format/measures.ts';
import { count } from '../../../state/actions.ts';
import css from './agents.module.css';

export function RunFigures({ run }: { readonly run: AgentRun }) {
  const { totals } = run;
  const { steps, models, durationMs, input, cachedInput, output, tools, errors, refused } = totals;
  return (
    <div className={css['figures']} role="group" aria-label="Sums">
      <Figure value={countText(steps)} label={`steps, ${count(models, 'call')} of LLMs`} />
      <Figure value={durationText(durationMs)} label="from first to last" />
      <Figure value={countText(input)} label={`tokens in, ${countText(cachedInput)} cached`} />
      <Figure value={countText(output)} label="tokens out" />
      <Figure value={costOf(totals)} label={<CostLabel totals={totals} />} />
      <Figure value={countText(tools)} label={`calls of tools, ${countText(refused)} refused`} />
      <Figure value={countText(errors)} label={errors === 1 ? 'error' : 'errors'} />
      <Context run={run} />
    </div>
  );
}

function Figure({ value, label }: { readonly value: string; readonly label: React.ReactNode }) {
  return (
    <div className={css['figure']}>
      <b>{value}</b>
      <small>{label}</small>
    </div>
  );
}

function costOf({ costs, unpriced }: AgentRun['totals']): string {
  if (costs.length > 0) return costs.map(amountText).join(' + ');
  return unpriced > 0 ? 'unknown' : '–';
}

function CostLabel({ totals: { unpriced, unpricedModels } }: Pick<AgentRun, 'totals'>) {
  const more = unpriced === 0 ? '' : `, ${count(unpriced, 'call')} without a price`;
  return (
    <span title={unpriced === 0 ? undefined : `No price or no tokens: ${unpricedModels.join(', ')}`}>
      by <a href="#/settings?page=advanced">modelPrices</a>
      {more}
    </span>
  );
}

/** Calls that are drawn, the last ones. */
const MAX_BARS = 60;
const WIDTH = 210;
const HEIGHT = 26;
const GAP = 2;

function Context({ run }: { readonly run: AgentRun }) {
  const tokens = run.steps
    .flatMap(({ model }) => (model === null ? [] : [model.input ?? 0]))
    .slice(-MAX_BARS);
  const highest = Math.max(1, ...tokens);
  const width = Math.min(36, WIDTH / Math.max(1, tokens.length) - GAP);
  return (
    <div className={css['context']}>
      <span>
        Context of each call
        <span>to {countText(highest)}</span>
      </span>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`Tokens by call: ${tokens.join(', ')}`}>
        {tokens.map((value, at) => {
          const height = Math.max(1, (value / highest) * (HEIGHT - 2));
          return <rect key={at} x={at * (width + GAP)} y={HEIGHT - height} width={width} height={height} />;
        })}
      </svg>
    </div>
  );
}
