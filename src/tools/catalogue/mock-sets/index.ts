// Mock Sets: responds from a set of mocks, written by hand or recorded, in place of servers.
import { setTimeout } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { isToken } from '../../../base/http-syntax.ts';
import type { Flow } from '../../../flow/flow.ts';
import type { InterceptedExchange, SyntheticResponse, RequestVerdict } from '../../../proxy/hooks.ts';
import {
  defineTool,
  type RecordMatch,
  type Match,
  type RuleIssue,
  type RunningTool,
  type ToolServices,
} from '../../contract.ts';
import { CompiledRule, ExchangeSubject } from '../../rules/matcher/index.ts';
import { conditionsField } from '../../rules/matcher/conditions.ts';
import { expandCaptures, referenceError } from '../../rules/patterns/captures.ts';
import { captureCount, PATTERN_TYPES, patternError } from '../../rules/patterns/pattern.ts';
import type { Rule } from '../../rules/rule.ts';
import {
  body,
  readBodySource,
  delayMs,
  flag,
  toHeaderLines,
  headers,
  object,
  oneOf,
  path,
  textResponse,
  status,
  text,
} from '../../rules/fields.ts';
import { capturedResponse } from '../../captured-response.ts';
import { fieldsFromFlow } from '../../rules/from-flow.ts';
import { methodWarning } from '../../rules/warnings.ts';
import { Recording } from './recording.ts';
import { WatchedFile } from '../../watched-file.ts';

const METHOD = 'a method such as "GET", or an empty text for any';
const URL_PATTERN = 'a pattern such as "https://api.example.com/v1/*"';
const MOCKS = 'a list of objects with method, pattern, status, headers and body';
const PARAMS = 'a list of names of query parameters';

const RESPONSES = 'a list of objects with status, headers, body and delayMs';

const mockResponseFields = {
  status: status.default(200),
  headers,
  body: body.default({ text: '' }),
  delayMs: delayMs.default(0),
} as const;

const mock = object({
  id: text.overwrite((id) => (id === '' ? randomUUID().slice(0, 8) : id)).prefault(''),
  name: text.default('Untitled'),
  enabled: flag.default(true),
  method: z
    .string(METHOD)
    .refine((name) => name === '' || isToken(name), METHOD)
    .overwrite((name) => name.toUpperCase())
    .default(''),
  pattern: z.string(URL_PATTERN).min(1, URL_PATTERN).default('*'),
  patternType: oneOf(PATTERN_TYPES).default('wildcard'),
  conditions: conditionsField,
  ...mockResponseFields,
  then: z
    .array(object(mockResponseFields), RESPONSES)
    .default([])
    .describe('Responses to the next requests, one after another'),
  repeat: oneOf(['last', 'cycle', 'none'])
    .default('last')
    .describe('After the last response: it repeats, the first follows, or the mock matches no more'),
  expandCaptures: flag
    .default(false)
    .describe(
      'In headers and texts of bodies, $1 stands for what the pattern captured, $$ for a dollar sign',
    ),
});
type Mock = Readonly<z.output<typeof mock>>;
type MockResponse = Mock['then'][number];

const fields = {
  mocks: z.array(mock, MOCKS).default([]).describe('The mocks; the first that matches responds'),
  source: path.default('').describe('File of a recording, HAR or session, used after the mocks'),
  unmatched: oneOf(['notFound', 'passthrough'])
    .default('notFound')
    .describe('What happens to a request that was not recorded, to a host that was'),
  repeat: oneOf(['sequence', 'first', 'last'])
    .default('sequence')
    .describe('Which of several recorded responses is sent; the last of a sequence repeats'),
  matchQuery: flag.default(true).describe('Compare the query of recorded requests'),
  matchBody: flag.default(false).describe('Compare the body of recorded requests'),
  ignoreParams: z
    .array(text, PARAMS)
    .default([])
    .describe('Parameters of queries and forms that are not compared'),
} as const;

type MockSetsRule = Rule & Readonly<z.output<z.ZodObject<typeof fields>>>;

export const mockSets = defineTool({
  name: 'mockSets',
  title: 'Mock Sets',
  summary: 'Responds in place of servers, from a set of mocks or a recording.',
  order: { request: 80 },
  fields,
  pathFields: { source: 'file' },
  matching: 'all',
  check: ({ mocks }: MockSetsRule) => {
    for (const [index, each] of mocks.entries()) {
      const issue = mockIssue(each);
      if (issue !== null) return { field: `mocks[${index}].${issue.field}`, expected: issue.expected };
    }
    return null;
  },
  warnings: ({ mocks }: MockSetsRule) =>
    mocks.flatMap(({ method }, at) => methodWarning(`mocks[${at}].method`, method) ?? []),
  fromFlow,
  start: (services) => new MockSets(services),
});

function mockIssue(each: Mock): RuleIssue | null {
  const expected = patternError(patternOf(each));
  if (expected !== null) return { field: 'pattern', expected };
  if (each.conditions.response !== undefined)
    return {
      field: 'conditions.response',
      expected: 'no conditions on the response, which is the mock itself',
    };
  return each.expandCaptures ? captureIssue(each) : null;
}

/** Checks that each reference such as `$1` has a capture. */
function captureIssue(each: Mock): RuleIssue | null {
  const count = captureCount(each);
  for (const [at, { headers: list, body: source }] of [each, ...each.then].entries()) {
    const path = at === 0 ? '' : `then[${at - 1}].`;
    for (const [index, { value }] of list.entries()) {
      const expected = referenceError(value, count);
      if (expected !== null) return { field: `${path}headers[${index}].value`, expected };
    }
    const expected = 'text' in source ? referenceError(source.text, count) : null;
    if (expected !== null) return { field: `${path}body.text`, expected };
  }
  return null;
}

/** Returns a rule with one mock, which responds as the server did. */
async function fromFlow(flow: Flow): Promise<Readonly<Record<string, unknown>> | null> {
  if (flow.request === null) return null;
  const [pattern = ''] = flow.url.split('?');
  const response = await capturedResponse(flow);
  const { method } = flow;
  const { name, conditions } = await fieldsFromFlow(flow);
  const answered = response && { status: response.status, headers: response.headers, body: response.body };
  return {
    pattern: '*',
    methods: [],
    conditions: {},
    mocks: [{ name, method, pattern, conditions, ...answered }],
  };
}

/** Milliseconds between two checks of a recording's file. */
const CHECK_INTERVAL_MS = 200;

interface CompiledMock {
  readonly mock: Mock;
  readonly compiled: CompiledRule;
  /** The number of responses that have been sent. */
  served: number;
}

/** A rule with its mocks compiled and its recording opened. */
interface CompiledSet {
  readonly mocks: readonly CompiledMock[];
  readonly recording: WatchedFile<Recording> | null;
}

class MockSets implements RunningTool<MockSetsRule> {
  readonly #services: ToolServices;
  /** Kept across changes of other rules, so that the sequence of a recording continues. */
  #compiled = new Map<MockSetsRule, CompiledSet>();

  constructor(services: ToolServices) {
    this.#services = services;
  }

  update(rules: readonly MockSetsRule[]): void {
    this.#compiled = new Map(rules.map((rule) => [rule, this.#compiled.get(rule) ?? this.#compile(rule)]));
  }

  async request(
    exchange: InterceptedExchange,
    matches: readonly Match<MockSetsRule>[],
    recordMatch: RecordMatch,
  ): Promise<RequestVerdict | undefined> {
    for (const { rule } of matches) {
      const compiledSet = this.#compiled.get(rule) ?? this.#compile(rule);
      const response =
        (await mockResponse(exchange, rule, compiledSet, recordMatch)) ??
        (await recordedResponse(exchange, rule, compiledSet, recordMatch));
      if (response !== null) return { type: 'respond', response };
    }
    return undefined;
  }

  #compile(rule: MockSetsRule): CompiledSet {
    const mocks = rule.mocks
      .filter(({ enabled }) => enabled)
      .map((each): CompiledMock => ({
        mock: each,
        compiled: new CompiledRule(asRule(rule, each), patternOf(each)),
        served: 0,
      }));
    return { mocks, recording: rule.source === '' ? null : this.#openRecording(rule) };
  }

  #openRecording(rule: MockSetsRule): WatchedFile<Recording> {
    const { name, source } = rule;
    const { readRecording, notify } = this.#services;
    const file = new WatchedFile(source, {
      load: async (path) => Recording.of(await readRecording(path), rule),
      onError: (reason) => {
        const text = `the recording ${source} cannot be used: ${reason}`;
        notify({ channel: 'log', title: `Mock Sets: ${name}`, text });
      },
      intervalMs: CHECK_INTERVAL_MS,
    });
    // Read at once: its errors show when the rule is saved, and the first request need not wait.
    void file.current();
    return file;
  }
}

/** A mock covers one endpoint, not the paths below it. */
function patternOf({ pattern, patternType }: Mock) {
  return { pattern, patternType, includeSubpaths: false } as const;
}

/** Wraps a mock in a rule, which is what the matcher takes. */
function asRule(rule: MockSetsRule, { method, pattern, patternType, conditions }: Mock): Rule {
  return { ...rule, pattern, patternType, conditions, methods: method === '' ? [] : [method] };
}

async function mockResponse(
  exchange: InterceptedExchange,
  rule: MockSetsRule,
  { mocks }: CompiledSet,
  recordMatch: RecordMatch,
): Promise<SyntheticResponse | null> {
  const subject = new ExchangeSubject(exchange);
  for (const each of mocks) {
    const { compiled } = each;
    if (!compiled.pattern.test(subject.url) || isUsedUp(each)) continue;
    const decision = await compiled.decide(subject);
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

async function recordedResponse(
  { request }: InterceptedExchange,
  rule: MockSetsRule,
  { recording: file }: CompiledSet,
  recordMatch: RecordMatch,
): Promise<SyntheticResponse | null> {
  if (file === null) return null;
  const recording = await file.current();
  const response = recording === null ? 'the recording cannot be used' : await recording.respond(request);
  if (typeof response === 'object') {
    recordMatch(rule);
    return response;
  }
  if (response !== 'not recorded') recordMatch(rule, response);
  const isRecorded = recording?.knows(request.target) === true;
  if (!isRecorded || response === 'body too large' || rule.unmatched === 'passthrough') return null;
  if (response === 'not recorded') recordMatch(rule);
  return textResponse(404, `404: ${response} (mock set ${JSON.stringify(rule.name)})\n`);
}
