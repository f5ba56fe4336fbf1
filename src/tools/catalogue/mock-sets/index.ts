// Mock Sets: responds from a set of mocks, written by hand or recorded, in place of servers.
import type { Flow } from '../../../flow/flow.ts';
import type { InterceptedExchange, SyntheticResponse, RequestVerdict } from '../../../proxy/hooks.ts';
import { capturedResponse } from '../../captured-response.ts';
import type { Match } from '../../rules/rule.ts';
import { defineTool, type RecordMatch, type RunningTool, type ToolServices } from '../../contract.ts';
import { textResponse } from '../../rules/fields.ts';
import { fieldsFromFlow } from '../../rules/from-flow.ts';
import { methodWarning } from '../../rules/warnings.ts';
import { WatchedFile } from '../../watched-file.ts';
import { compileMock, mockResponse, type CompiledMock } from './mock-sequence.ts';
import { Recording } from './recording.ts';
import { check, fields, type MockSetsRule } from './rule.ts';

export const mockSets = defineTool({
  name: 'mockSets',
  title: 'Mock Sets',
  summary: 'Responds in place of servers, from a set of mocks or a recording.',
  order: { request: 80 },
  fields,
  pathFields: { source: 'file' },
  matching: 'all',
  check,
  warnings: ({ mocks }: MockSetsRule) =>
    mocks.flatMap(({ method }, at) => methodWarning(`mocks[${at}].method`, method) ?? []),
  fromFlow,
  start: (services) => new MockSets(services),
});

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
        (await mockResponse(exchange, rule, compiledSet.mocks, recordMatch)) ??
        (await recordedResponse(exchange, rule, compiledSet, recordMatch));
      if (response !== null) return { type: 'respond', response };
    }
    return undefined;
  }

  #compile(rule: MockSetsRule): CompiledSet {
    const mocks = rule.mocks.filter(({ enabled }) => enabled).map((each) => compileMock(rule, each));
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
    // Read at once, so that its errors show when the rule is saved and the first request need not wait.
    void file.current();
    return file;
  }
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
