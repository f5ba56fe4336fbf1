// Joins exchanges to runs, in the order in which they ended. The same exchanges give the same runs.
import type { ExchangeFacts, McpFacts, ModelFacts } from '../facts/contract.ts';
import { short } from '../facts/texts.ts';
import type { JoinedBy } from '../run.ts';
import { Conversations } from './conversations.ts';
import { noteExchange, type Conversation, type DraftRun, type DraftStep, type OpenCall } from './drafts.ts';
import { callOfMessage, closeCalls, isRefusal } from './open-calls.ts';
import { callOfRequest } from './request-of-tool.ts';
import { isOtherTrace, isSoon, relation, runningCalls } from './related.ts';
import { httpStep, mcpStep, modelStep, toolStep } from './steps.ts';

/** Messages that wait for a run to begin, such as `initialize`. */
const MAX_WAITING = 500;

interface Membership {
  readonly run: DraftRun;
  readonly joinedBy: JoinedBy;
}

export class RunJoiner {
  readonly runs: DraftRun[] = [];
  readonly #conversations = new Conversations();
  readonly #byTrace = new Map<string, DraftRun>();
  readonly #bySession = new Map<string, DraftRun>();
  readonly #onStep: (run: DraftRun, step: DraftStep) => void;
  #waiting: ExchangeFacts[] = [];

  constructor(onStep: (run: DraftRun, step: DraftStep) => void = () => undefined) {
    this.#onStep = onStep;
  }

  /** Adds an exchange that has ended. Returns the run that it is part of; null for none as far as is known. */
  add(facts: ExchangeFacts): DraftRun | null {
    const { subject } = facts;
    if (subject === null) return this.#addRequest(facts);
    return subject.type === 'model' ? this.#addModel(facts, subject) : this.#addMessage(facts, subject, true);
  }

  #addModel(facts: ExchangeFacts, model: ModelFacts): DraftRun {
    const known = this.#conversations.find(facts, model);
    const membership =
      known === null ? this.#membershipOf(facts) : { run: known.conversation.run, joinedBy: known.joinedBy };
    const run = membership?.run ?? this.#begin(facts, model);
    const conversation = known?.conversation ?? begun(run, facts);
    const step = modelStep(facts, model, membership?.joinedBy ?? 'start', conversation.parent);
    closeCalls(conversation, model.results, facts.startedAt);
    this.#push(run, step);
    this.#note(run, facts);
    for (const call of model.calls) {
      const tool = toolStep(call, step, facts.endedAt);
      this.#push(run, tool);
      conversation.open.push({ ...call, step: tool, run, isMade: false });
    }
    closeCalls(conversation, model.answered, facts.endedAt);
    this.#conversations.note(facts, model, conversation);
    this.#takeWaiting();
    return run;
  }

  #begin({ id, program, startedAt }: ExchangeFacts, { question }: ModelFacts): DraftRun {
    const run: DraftRun = {
      id,
      name: question,
      program,
      processes: new Set(),
      traces: new Set(),
      steps: [],
      conversations: [],
      lastAt: startedAt,
    };
    this.runs.push(run);
    return run;
  }

  /** Returns the run that an exchange belongs to by its trace or its process; null for none. */
  #membershipOf(
    { traceId, program, startedAt }: ExchangeFacts,
    isInTime: (run: DraftRun, startedAt: number) => boolean = isSoon,
  ): Membership | null {
    const traced = traceId === null ? undefined : this.#byTrace.get(traceId);
    if (traced !== undefined) return { run: traced, joinedBy: 'trace' };
    for (let at = this.runs.length - 1; at >= 0; at -= 1) {
      const run = this.runs[at]!;
      const joinedBy =
        isInTime(run, startedAt) && !isOtherTrace(run, traceId) ? relation(run, program) : null;
      if (joinedBy !== null) return { run, joinedBy };
    }
    return null;
  }

  /** `mayWait`: false for a message that has waited already. */
  #addMessage(facts: ExchangeFacts, message: McpFacts, mayWait: boolean): DraftRun | null {
    const ofSession = message.session === null ? undefined : this.#bySession.get(message.session);
    const membership: Membership | null =
      ofSession !== undefined && isSoon(ofSession, facts.startedAt)
        ? { run: ofSession, joinedBy: 'MCP session' }
        : this.#membershipOf(facts);
    const call = callOfMessage(this.runs, facts, message, membership?.run ?? null);
    const run = call?.run ?? membership?.run;
    if (run === undefined) {
      if (mayWait) this.#waiting = [...this.#waiting, facts].slice(-MAX_WAITING);
      return null;
    }
    const parent = call?.step ?? before(run, facts.startedAt);
    this.#push(run, mcpStep(facts, message, call === null ? membership!.joinedBy : 'tool call', parent));
    if (call !== null) madeBy(call, facts, message);
    if (message.session !== null) this.#bySession.set(message.session, run);
    this.#note(run, facts);
    return run;
  }

  #addRequest(facts: ExchangeFacts): DraftRun | null {
    const membership = this.#membershipOf(facts, (each, at) => runningCalls(each, at).length > 0);
    if (membership === null) return null;
    const { run, joinedBy } = membership;
    const open = runningCalls(run, facts.startedAt);
    // A program has other things to do than what its tools do.
    const call = callOfRequest(open, facts);
    if (call === undefined && joinedBy !== 'trace') return null;
    this.#push(run, httpStep(facts, joinedBy, call?.step ?? before(run, facts.startedAt)));
    this.#note(run, facts);
    return run;
  }

  #push(run: DraftRun, step: DraftStep): void {
    run.steps.push(step);
    this.#onStep(run, step);
  }

  #note(run: DraftRun, facts: ExchangeFacts): void {
    noteExchange(run, facts);
    if (facts.traceId !== null) this.#byTrace.set(facts.traceId, run);
  }

  /** Adds the messages that came before the run which they belong to. */
  #takeWaiting(): void {
    let waiting = this.#waiting;
    // One that is found may tell the session of others.
    for (let found = -1; found !== 0;) {
      this.#waiting = [];
      const left = waiting.filter(
        (facts) => this.#addMessage(facts, facts.subject as McpFacts, false) === null,
      );
      found = waiting.length - left.length;
      waiting = left;
    }
    this.#waiting = waiting;
  }
}

/** Begins a conversation: one that begins while a tool runs is that tool's, where there is one tool. */
function begun(run: DraftRun, { startedAt }: ExchangeFacts): Conversation {
  const open = runningCalls(run, startedAt);
  const conversation: Conversation = { run, parent: open.length === 1 ? open[0]!.step : null, open: [] };
  run.conversations.push(conversation);
  return conversation;
}

/** Returns the last call of a model that began before; null for none. */
function before(run: DraftRun, startedAt: number): DraftStep | null {
  return run.steps.findLast((step) => step.kind === 'model' && step.startedAt <= startedAt) ?? null;
}

/** Takes over times and result of the message that makes a call. */
function madeBy(
  call: OpenCall,
  { startedAt, endedAt, error, isRefused }: ExchangeFacts,
  message: McpFacts,
): void {
  const { step } = call;
  call.isMade = true;
  step.startedAt = startedAt;
  step.endedAt = endedAt;
  const { result } = message;
  step.result ??= result?.text ?? null;
  if (error === null && result?.isError !== true) {
    step.outcome = 'ok';
    return;
  }
  step.reason = short(result?.isError === true ? result.text : (error ?? ''));
  step.outcome = isRefused || isRefusal(step.reason) ? 'refused' : 'error';
}
