// Runs of AI agents as traces: the same steps and sums as elsewhere, each span below that of its parent.
import { expect, test } from 'vitest';
import { chat, got, PRICES, refundRun, user } from '../../../test/helpers/agent-traffic.ts';
import { startCollector, type DecodedSpan } from '../../../test/helpers/collector.ts';
import { agentRuns } from '../../agents/index.ts';
import type { Flow } from '../../flow/flow.ts';
import { OtlpOutput } from './output.ts';

async function sent(flows: readonly Flow[], redact = false): Promise<readonly DecodedSpan[]> {
  await using collector = await startCollector();
  const options = { url: collector.url, headers: [], serviceName: 'test', redact, prices: PRICES };
  const output = await OtlpOutput.open(options, () => undefined);
  for (const flow of flows) await output.add(flow);
  await output.close();
  return collector.spans;
}

const kindOf = ({ attributes }: DecodedSpan): string =>
  attributes['gen_ai.operation.name'] === 'execute_tool'
    ? 'tool'
    : attributes['mcp.method.name'] !== undefined
      ? 'mcp'
      : attributes['gen_ai.operation.name'] === 'chat'
        ? 'model'
        : 'http';

/** In the order in which the exchanges end. */
const ended = (): readonly Flow[] =>
  refundRun().toSorted((a, b) => a.startedAt + a.durationMs! - b.startedAt - b.durationMs!);

test('a run is a trace with the steps, parents and sums of the run', async () => {
  const spans = await sent(ended());
  const [run] = await agentRuns(refundRun(), PRICES);
  const root = spans.find(({ name }) => name === 'invoke_agent node')!;
  expect(root).toMatchObject({
    parentSpanId: '',
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.usage.input_tokens': run!.totals.input,
      'gen_ai.usage.output_tokens': run!.totals.output,
      'gen_ai.usage.cache_read.input_tokens': run!.totals.cachedInput,
      'proxyctl.run.steps': run!.totals.steps,
      'proxyctl.run.cost': run!.totals.costs[0]!.amount,
      'proxyctl.run.unpriced': 1,
      'proxyctl.run.refused': 1,
    },
  });
  expect(spans).toHaveLength(run!.steps.length + 1);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  const kinds = new Map(spans.map((span) => [span.spanId, span === root ? 'run' : kindOf(span)]));
  const pairs = spans
    .filter((span) => span !== root)
    .map((span) => `${kindOf(span)} in ${kinds.get(span.parentSpanId)}`);
  const expected = run!.steps.map(
    ({ kind, parent }) => `${kind} in ${parent === null ? 'run' : run!.steps[parent - 1]!.kind}`,
  );
  expect(pairs.sort()).toEqual(expected.sort());
  expect(spans.find(({ attributes }) => attributes['gen_ai.tool.call.id'] === 'call_refund_3')).toMatchObject(
    {
      name: 'execute_tool refund_create',
      status: { code: 2, message: 'refused: amount over 20 EUR' },
    },
  );
});

test('an exchange that its client has put into a trace stays there, and the run joins that trace', async () => {
  const headers = [`traceparent: 00-${'a'.repeat(32)}-00000000000000a1-01`];
  const spans = await sent([
    chat({ id: 1, from: 0, to: 9, headers }, [user('a')], { message: { role: 'assistant', content: 'b' } }),
    got({ id: 2, from: 20, to: 30, app: 'curl' }, 'https://other.example/'),
  ]);
  const [call, run, other] = ['chat plan-large', 'invoke_agent node', 'GET'].map((name) =>
    spans.find((span) => span.name === name)!,
  );
  expect(call).toMatchObject({ traceId: 'a'.repeat(32), parentSpanId: '00000000000000a1' });
  expect(run).toMatchObject({ traceId: 'a'.repeat(32), parentSpanId: '00000000000000a1' });
  expect(other!.traceId).not.toBe('a'.repeat(32));
  expect(other!.attributes['proxyctl.run']).toBeUndefined();
});
