// The run of one exchange through the pipeline: finds the rules that match, and calls each tool in its turn.
// Synchronous as long as every tool is.
import type { Flow } from '../../flow/flow.ts';
import type {
  BufferBody,
  ExchangeHook,
  HeldMessage,
  InterceptedExchange,
  InterceptedResponse,
  RequestVerdict,
  ResponseVerdict,
} from '../../proxy/hooks.ts';
import type { Match } from '../rules/rule.ts';
import type { RecordMatch } from '../contract.ts';
import {
  ExchangeSubject,
  FlowResponseSubject,
  type IndexedRule,
  type Subject,
} from '../rules/matcher/index.ts';
import { ExchangeMatches } from './matches.ts';
import { matchRecorder, addTag } from './record-match.ts';
import type { CompiledPipeline } from './compiled-pipeline.ts';

const FORWARD: RequestVerdict = { type: 'forward' };
const SEND: ResponseVerdict = { type: 'send' };

export class ExchangeRun implements ExchangeHook {
  recorded = true;
  readonly #pipeline: CompiledPipeline;
  readonly #flow: Flow;
  readonly #matches: ExchangeMatches;
  /** True when a tool let the exchange pass unseen by the others. */
  #isBypassed = false;

  constructor(pipeline: CompiledPipeline, flow: Flow, subject: Subject, candidates: readonly IndexedRule[]) {
    this.#pipeline = pipeline;
    this.#flow = flow;
    this.#matches = new ExchangeMatches(pipeline, flow, subject.url, candidates);
    // The steps that decide on recording come first: nothing has changed the request before them.
    for (const at of pipeline.recordingSteps)
      if (this.#matches.findEarly(at, subject) && !this.#isRecorded(at, this.#matches.of(at)))
        this.recorded = false;
  }

  #isRecorded(at: number, matches: readonly Match[]): boolean {
    return this.#flow.client.isReplay || this.#pipeline.steps[at]!.running.records?.(matches) !== false;
  }

  request(exchange: InterceptedExchange): RequestVerdict | Promise<RequestVerdict> {
    return this.#requestFrom(0, exchange, new ExchangeSubject(exchange), null);
  }

  /** Runs the steps from index `at` on. After a verdict, steps only find their matching rules. */
  #requestFrom(
    at: number,
    exchange: InterceptedExchange,
    subject: Subject,
    verdict: RequestVerdict | null,
  ): RequestVerdict | Promise<RequestVerdict> {
    let decided = verdict;
    for (let step = at; step < this.#pipeline.steps.length; step += 1) {
      if (exchange.isFinished) return FORWARD;
      if (decided !== null && !this.#needsMatches(step, decided)) continue;
      const next = this.#requestStep(step, exchange, subject, decided !== null);
      if (next instanceof Promise)
        return next.then((found) =>
          this.#isBypassed ? FORWARD : this.#requestFrom(step + 1, exchange, subject, found ?? decided),
        );
      if (this.#isBypassed) return FORWARD;
      decided = next ?? decided;
    }
    return decided ?? FORWARD;
  }

  /** True when a tool takes part in an exchange although another one has decided it. */
  #needsMatches(at: number, { type }: RequestVerdict): boolean {
    const { running } = this.#pipeline.steps[at]!;
    return running.finished !== undefined || (type === 'respond' && running.response !== undefined);
  }

  #requestStep(
    at: number,
    exchange: InterceptedExchange,
    subject: Subject,
    isDecided: boolean,
  ): RequestVerdict | undefined | Promise<RequestVerdict | undefined> {
    const verdict = this.#guarded(at, exchange, () => {
      const search = this.#matches.find(at, subject);
      if (search === undefined) return this.#callRequest(at, exchange, isDecided);
      return search.then(() => this.#callRequest(at, exchange, isDecided));
    });
    return verdict instanceof Promise
      ? verdict.then((found) => this.#noteBypass(found))
      : this.#noteBypass(verdict);
  }

  #callRequest(
    at: number,
    exchange: InterceptedExchange,
    isDecided: boolean,
  ): RequestVerdict | undefined | Promise<RequestVerdict | undefined> {
    const { running, tool } = this.#pipeline.steps[at]!;
    const current = this.#matches.settledOf(at);
    if (isDecided || (current.length === 0 && running.interceptsAll !== true)) return undefined;
    if (this.recorded && !this.#isRecorded(at, current)) this.#flow.unrecorded = true;
    // A tool without rules takes part in every exchange.
    if (tool.fields === null) addTag(this.#flow, tool);
    return running.request?.(exchange, current, this.#recordMatch(at));
  }

  #noteBypass(verdict: RequestVerdict | undefined): RequestVerdict | undefined {
    if (verdict?.type === 'forward') this.#isBypassed = true;
    return verdict;
  }

  wantsSyntheticResponses(): boolean {
    return !this.#isBypassed && this.#pipeline.responseSteps.some((at) => this.#takesPart(at));
  }

  response(
    exchange: InterceptedExchange,
    response: InterceptedResponse,
  ): ResponseVerdict | Promise<ResponseVerdict> {
    return this.#isBypassed ? SEND : this.#responseFrom(0, exchange, response);
  }

  #responseFrom(
    firstStep: number,
    exchange: InterceptedExchange,
    response: InterceptedResponse,
  ): ResponseVerdict | Promise<ResponseVerdict> {
    const { responseSteps } = this.#pipeline;
    for (let step = firstStep; step < responseSteps.length; step += 1) {
      if (exchange.isFinished) return SEND;
      const verdict = this.#callResponse(responseSteps[step]!, exchange, response);
      if (verdict instanceof Promise)
        return verdict.then((found) =>
          found?.type === 'abort' ? found : this.#responseFrom(step + 1, exchange, response),
        );
      if (verdict?.type === 'abort') return verdict;
    }
    return SEND;
  }

  #callResponse(
    at: number,
    exchange: InterceptedExchange,
    response: InterceptedResponse,
  ): ResponseVerdict | undefined | Promise<ResponseVerdict | undefined> {
    if (!this.#takesPart(at)) return undefined;
    const { running } = this.#pipeline.steps[at]!;
    const call = (matches: readonly Match[]) =>
      matches.length === 0 && running.interceptsAll !== true
        ? undefined
        : running.response?.(exchange, response, matches, this.#recordMatch(at));
    return this.#guarded(at, exchange, () => {
      if (!this.#matches.awaitResponse) return call(this.#matches.of(at));
      const readBody: BufferBody = () => (response.isEventStream ? Promise.resolve(null) : response.body());
      return this.#matches.settle(at, response, readBody).then(call);
    });
  }

  /** True when a tool takes part in this exchange. */
  #takesPart(at: number): boolean {
    return this.#pipeline.steps[at]!.running.interceptsAll === true || this.#matches.of(at).length > 0;
  }

  finished(): void {
    if (this.#isBypassed) return;
    for (const [at, { running, tool }] of this.#pipeline.steps.entries()) {
      const matches = this.#matches.of(at);
      if (running.finished === undefined || (matches.length === 0 && running.interceptsAll !== true))
        continue;
      if (this.#matches.isAwaiting(at)) void this.#finishLater(at);
      else this.#callFinished(at, matches, tool.title);
    }
  }

  /** Decides on the captured response, which no tool has to wait for. */
  async #finishLater(at: number): Promise<void> {
    const { tool } = this.#pipeline.steps[at]!;
    const { response } = this.#flow;
    try {
      const subject = response === null ? null : new FlowResponseSubject(this.#flow, response, Infinity);
      const matches =
        subject === null
          ? this.#matches.settledOf(at)
          : await this.#matches.settle(at, subject, subject.body);
      if (matches.length > 0) this.#callFinished(at, matches, tool.title);
    } catch (error) {
      this.#pipeline.reportError(tool.title, 'failed at the end of an exchange', error);
    }
  }

  #callFinished(at: number, matches: readonly Match[], title: string): void {
    try {
      this.#pipeline.steps[at]!.running.finished?.(this.#flow, matches, this.#recordMatch(at));
    } catch (error) {
      this.#pipeline.reportError(title, 'failed at the end of an exchange', error);
    }
  }

  watchesWebSocket(): boolean {
    if (this.#isBypassed) return false;
    return this.#pipeline.steps.some(({ running }, at) => {
      const matches = this.#matches.settledOf(at);
      return matches.length > 0 && running.watchesWebSocket?.(this.#flow, matches) === true;
    });
  }

  /** Passes a message through the tools; each receives the result of the one before. */
  async webSocketMessage(message: HeldMessage): Promise<HeldMessage | null> {
    let current: HeldMessage | null = message;
    for (const [at, { running }] of this.#pipeline.steps.entries()) {
      const matches = this.#matches.settledOf(at);
      if (running.webSocketMessage === undefined || matches.length === 0) continue;
      current = await running.webSocketMessage(this.#flow, current, matches, this.#recordMatch(at));
      if (current === null) return null;
    }
    return current;
  }

  /** Calls a step, and reports an error that it throws. The exchange continues without the step. */
  #guarded<T>(
    at: number,
    exchange: InterceptedExchange,
    step: () => T | Promise<T>,
  ): T | undefined | Promise<T | undefined> {
    try {
      const result = step();
      if (!(result instanceof Promise)) return result;
      return result.catch((error: unknown) => {
        this.#reportFailure(at, exchange, error);
        return undefined;
      });
    } catch (error) {
      this.#reportFailure(at, exchange, error);
      return undefined;
    }
  }

  #reportFailure(at: number, exchange: InterceptedExchange, error: unknown): void {
    const { title } = this.#pipeline.steps[at]!.tool;
    // When a client leaves, whatever waits for it is aborted, which is not a failure.
    if (!exchange.isFinished)
      this.#pipeline.reportError(title, `failed on ${this.#matches.url}, which went on without it`, error);
  }

  #recordMatch(at: number): RecordMatch {
    return matchRecorder(this.#flow, this.#pipeline.steps[at]!.tool);
  }
}
