import { describe, expect, test } from 'vitest';
import { chat, PRICES, refundRun, user } from '../../../test/helpers/agent-traffic.ts';
import { agentRuns, type AgentRun } from '../index.ts';
import { agentBaselineText, baselineChanges, baselineOfRuns, readAgentBaseline } from './baseline.ts';
import { agentCondition } from './conditions.ts';

const [run] = (await agentRuns(refundRun(), PRICES)) as readonly [AgentRun];
const [priced] = (await agentRuns(refundRun().slice(0, 9), PRICES)) as readonly [AgentRun];

function reasons(text: string, of: AgentRun): readonly string[] {
  const condition = agentCondition(text);
  if (typeof condition === 'string') throw new Error(condition);
  return condition.reasons(of);
}

describe('conditions', () => {
  test.each([
    ['cost>0.02', priced, [/^cost>0\.02: it is 0\.0265836 USD in run 2 \(Find orders later/]],
    ['cost>0.5', priced, []],
    ['cost > 0.5', run, [/the cost of 1 call of plan-small in run 2 .* is not known: give prices/]],
    ['unpriced>0', run, [/it is 1 in run 2/]],
    ['tokens>=15834', run, [/it is 15834/]],
    ['tokens>15834', run, []],
    ['steps>10', run, [/it is 14/]],
    ['errors>0', run, []],
    ['refused>0', run, [/it is 1/]],
    ['duration>5s', run, [/it is 9000 ms/]],
    ['tool:REFUND_*', run, [/refund_create was called in step 7/, /in step 9/, /in step 11/]],
    ['tool:delete_*', run, []],
    ['model:*-small', run, [/plan-small was called in step 14/]],
    ['models<5', run, [/it is 4/]],
  ] as const)('%s', (text, of, expected) => {
    expect(reasons(text, of)).toEqual(expected.map((reason) => expect.stringMatching(reason)));
  });

  test.each([
    ['cost', /give a figure with > or </],
    ['price>1', /of cost, duration, tokens/],
    ['cost>', /give a number behind it, such as cost>0\.50/],
    ['steps>many', /such as steps>10/],
    ['duration>soon', /such as duration>60s/],
    ['tool:', /such as tool:delete_\*/],
    ['host:x', /tool:NAME or model:NAME/],
    ['', /give a figure/],
  ])('%j is refused with what to give', (text, reason) => {
    expect(agentCondition(text)).toMatch(reason);
  });
});

describe('a baseline', () => {
  test('has the tools in their order, models and tokens, and is the same again', () => {
    const text = agentBaselineText(baselineOfRuns([run]));
    expect(JSON.parse(text).runs).toEqual([
      {
        tools: ['orders_search', 'refund_create', 'refund_create', 'refund_create'],
        models: ['plan-large', 'plan-small'],
        tokens: 15_834,
      },
    ]);
    expect(baselineChanges([run], readAgentBaseline(JSON.parse(text)))).toEqual([]);
  });

  test('tells which call is another one, and what has grown', () => {
    const before = {
      tools: ['orders_search', 'refund_create', 'refund_list', 'refund_create', 'log'],
      models: ['plan-large'],
      tokens: 10_000,
    };
    expect(baselineChanges([run], [before])).toEqual([
      expect.stringMatching(/^call 3 is of refund_create, was of refund_list, in run 2/),
      expect.stringMatching(/^the model plan-small is new/),
      expect.stringMatching(/^15834 tokens are over a fifth more than 10000/),
    ]);
    const fewer = {
      ...before,
      tools: [...baselineOfRuns([run])[0]!.tools, 'log'],
      models: ['plan-large', 'plan-small'],
    };
    expect(baselineChanges([run], [{ ...fewer, tokens: 15_000 }])).toEqual([
      expect.stringMatching(/^call 5 is of no tool, was of log/),
    ]);
    expect(baselineChanges([run], [])).toEqual(['there are 1 runs of agents, 0 were expected']);
  });

  test.each([
    [{}, /format must be "agent baseline"/],
    [{ format: 'agent baseline', version: 2 }, /version is 2; only 1/],
    [{ format: 'agent baseline', version: 1, runs: {} }, /runs must be a list/],
    [{ format: 'agent baseline', version: 1, runs: [{ tools: [1] }] }, /runs\[0\]\.tools/],
    [
      { format: 'agent baseline', version: 1, runs: [{ tools: [], models: [], tokens: -1 }] },
      /runs\[0\]\.tokens/,
    ],
  ])('%j is refused', (value, reason) => {
    expect(() => readAgentBaseline(value)).toThrow(reason);
  });

  test('has no text of a prompt', async () => {
    const runs = await agentRuns(
      [
        chat({ id: 1, from: 0, to: 9 }, [user('my secret plan')], {
          message: { role: 'assistant', content: 'ok' },
        }),
      ],
      [],
    );
    expect(agentBaselineText(baselineOfRuns(runs))).not.toContain('secret');
  });
});
