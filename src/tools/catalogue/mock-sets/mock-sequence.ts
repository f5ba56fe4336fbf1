// A mock as it runs: matches requests, and sends its responses one after another.
import { setTimeout } from 'node:timers/promises';
import type { InterceptedExchange, SyntheticResponse } from '../../../proxy/hooks.ts';
import type { RecordMatch } from '../../contract.ts';
import { CompiledRule, ExchangeSubject } from '../../rules/matcher/index.ts';
import { expandCaptures } from '../../rules/patterns/captures.ts';
import type { Rule } from '../../rules/rule.ts';
import { readBodySource, toHeaderLines } from '../../rules/fields.ts';
import { patternOf, type Mock, type MockResponse, type MockSetsRule } from './rule.ts';

export interface CompiledMock {
  readonly mock: Mock;
  readonly compiled: CompiledRule;
  /** The number of responses that have been sent. */
  served: number;
}

export function compileMock(rule: MockSetsRule, mock: Mock): CompiledMock {
  return { mock, compiled: new CompiledRule(asRule(rule, mock), patternOf(mock)), served: 0 };
}

/** Wraps a mock in a rule for the matcher. */
function asRule(rule: MockSetsRule, { method, pattern, patternType, conditions }: Mock): Rule {
  return { ...rule, pattern, patternType, conditions, methods: method === '' ? [] : [method] };
}

/** Returns the next response of the first mock that matches; null when none does. */
export async function mockResponse(
  exchange: InterceptedExchange,
  rule: MockSetsRule,
  mocks: readonly CompiledMock[],
  recordMatch: RecordMatch,
): Promise<SyntheticResponse | null> {
  const subject = new ExchangeSubject(exchange);
  for (const each of mocks) {
    const { compiled } = each;
    if (!compiled.pattern.test(subject.url) || isUsedUp(each)) continue;
    const decision = await compiled.evaluate(subject);
    if (decision !== 'yes' && decision !== 'no') recordMatch(rule, decision);
    // Another request may have taken the last response meanwhile.
    if (decision !== 'yes' || isUsedUp(each)) continue;
    const response = nextResponse(each);
    if (response.delayMs > 0) await setTimeout(response.delayMs, null, { signal: exchange.signal });
    const { captures } = compiled.match(subject.url);
    const sent = await synthetic(response, each.mock.expandCaptures ? captures : null);
    recordMatch(rule);
    return sent;
  }
  return null;
}

function isUsedUp({ mock: { repeat, then }, served }: CompiledMock): boolean {
  return repeat === 'none' && served > then.length;
}

/** Returns the next response of a sequence, which all clients share. */
function nextResponse(each: CompiledMock): MockResponse {
  const all = [each.mock, ...each.mock.then];
  const at = each.mock.repeat === 'cycle' ? each.served % all.length : Math.min(each.served, all.length - 1);
  each.served += 1;
  return all[at]!;
}

/** `captures`: null to send the texts as they are. */
async function synthetic(
  { status: code, headers: list, body: source }: MockResponse,
  captures: readonly string[] | null,
): Promise<SyntheticResponse> {
  const expanded = (given: string): string => (captures === null ? given : expandCaptures(given, captures));
  const fields = list.map(({ name, value }) => ({ name, value: oneLine(expanded(value)) }));
  const content = 'text' in source ? { text: expanded(source.text) } : source;
  return { status: code, reason: '', fields: toHeaderLines(fields), body: await readBodySource(content) };
}

/** A URL cannot hold line ends, but a header must not depend on that. */
function oneLine(value: string): string {
  return value.replace(/[\0\r\n]/g, ' ');
}
