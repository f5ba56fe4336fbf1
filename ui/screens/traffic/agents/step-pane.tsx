// One step of a run in detail: what it is, the conversation of its call, and its exchange.
import { useState } from 'react';
import { amountText } from '../../../../src/base/amount-text.ts';
import type { AgentRun, AgentStep } from '../../../../src/session/methods/ui-types.ts';
import { countText, durationText } from '../../../format/measures.ts';
import { NameValues } from '../../../parts/name-values.tsx';
import { Tabs, type TabItem } from '../../../parts/index.ts';
import shared from '../../../parts/content.module.css';
import { BodyTab } from '../detail/body-tab.tsx';
import { MessageSide } from '../detail/message-side.tsx';
import { useDetail } from '../detail/use-detail.ts';
import css from './agents.module.css';
import { joinedStepText, KIND_TITLES } from './step-texts.ts';

type Tab = 'conversation' | 'step' | 'request' | 'response';

export function StepPane({ run, step }: { readonly run: AgentRun; readonly step: AgentStep }) {
  const [wanted, setWanted] = useState<Tab>('conversation');
  const call = callOf(run, step);
  const items: readonly TabItem<Tab>[] = [
    ...(call === null ? [] : [{ id: 'conversation', title: 'Conversation' } as const]),
    { id: 'step', title: 'Step', count: step.number },
    ...(step.exchange === null
      ? []
      : [{ id: 'request', title: 'Request' } as const, { id: 'response', title: 'Response' } as const]),
  ];
  const tab = items.some(({ id }) => id === wanted) ? wanted : 'step';
  return (
    <section className={css['pane']} aria-label={`Step ${step.number}`}>
      <Tabs label="Step" items={items} value={tab} onChange={setWanted} panel="step-panel" />
      <div className={css['panel']} id="step-panel" role="tabpanel" aria-label={tab}>
        {tab === 'step' && <Facts step={step} run={run} />}
        {tab === 'conversation' && call !== null && <Exchange key={call} id={call} tab={tab} />}
        {(tab === 'request' || tab === 'response') && step.exchange !== null && (
          <Exchange key={step.exchange} id={step.exchange} tab={tab} />
        )}
      </div>
    </section>
  );
}

/** Returns the exchange of the call of a model that a step is, or is part of; null without one. */
function callOf({ steps }: AgentRun, step: AgentStep): number | null {
  for (let at: AgentStep | undefined = step; at !== undefined;) {
    if (at.kind === 'model') return at.exchange;
    at = at.parent === null ? undefined : steps[at.parent - 1];
  }
  return null;
}

function Exchange({ id, tab }: { readonly id: number; readonly tab: Exclude<Tab, 'step'> }) {
  const { summary, detail, error } = useDetail(id);
  if (summary === undefined) return <p className={shared['hint']}>Request {id} is no longer in the list.</p>;
  if (detail === null) return <p className={shared['hint']}>{error ?? 'Loading'}</p>;
  if (tab !== 'conversation') return <MessageSide detail={detail} side={tab} />;
  return (
    <>
      <div className={css['asked']}>
        <BodyTab detail={detail} side="request" />
      </div>
      {detail.response !== undefined && (
        <div className={css['answered']}>
          <BodyTab detail={detail} side="response" />
        </div>
      )}
    </>
  );
}

function Facts({ step, run }: { readonly step: AgentStep; readonly run: AgentRun }) {
  const { kind, name, what, outcome, reason, startedAt, durationMs, exchange, callId, result, model } = step;
  const optional = (title: string, value: string | null | undefined): (readonly [string, string])[] =>
    value === null || value === undefined || value === '' ? [] : [[title, value]];
  const rows: readonly (readonly [string, string])[] = [
    ['Kind', KIND_TITLES[kind]],
    ['Name', name],
    ...optional(kind === 'tool' ? 'Arguments' : 'What', what),
    ...optional('Result', result),
    ['Outcome', outcome],
    ...optional('Reason', reason),
    ['Started', `+${durationText(Math.max(0, startedAt - run.startedAt))}`],
    ...optional('Time', durationMs === null ? null : durationText(durationMs)),
    ...(model === null ? [] : modelRows(model)),
    ...optional('Id of the call', callId),
    ...optional('Request', exchange === null ? null : `#${exchange}`),
    ['In this run', joinedStepText(step)],
  ];
  return <NameValues rows={rows} empty="" />;
}

function modelRows(model: NonNullable<AgentStep['model']>): readonly (readonly [string, string])[] {
  const {
    provider,
    answeredBy,
    finish,
    input,
    cachedInput,
    cacheWrite,
    output,
    reasoning,
    cost,
    firstTokenMs,
  } = model;
  const tokens = (title: string, value: number | null): (readonly [string, string])[] =>
    value === null ? [] : [[title, countText(value)]];
  return [
    ['Provider', provider],
    ...(answeredBy === null ? [] : ([['Answered by', answeredBy]] as const)),
    ...tokens('Tokens in', input),
    ...tokens('From the cache', cachedInput),
    ...tokens('Into the cache', cacheWrite),
    ...tokens('Tokens out', output),
    ...tokens('Thinking', reasoning),
    ['Cost', cost === null ? 'Unknown: modelPrices has no price, or there are no tokens' : amountText(cost)],
    ...(firstTokenMs === null ? [] : ([['First token', durationText(firstTokenMs)]] as const)),
    ...(finish === null ? [] : ([['Ended by', finish]] as const)),
  ];
}
