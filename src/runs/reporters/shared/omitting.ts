// Reports without bodies, headers or secrets: files of a build are read by more people than those who may know them.
import { isUtf8 } from 'node:buffer';
import type { SignableRequest } from '../../../requests/auth/contract.ts';
import type { ReceivedResponse } from '../../../requests/response.ts';
import { Redactor } from '../../../secrets/redaction/redactor.ts';
import type { ScriptOutcome, ScriptTest, TestError } from '../../scripts/contract.ts';
import type { Reporter, RequestRun, RunSubject, StepEvent } from '../../runner/events.ts';
import type { Scopes } from '../../../collections/variables/scopes.ts';
import type { Omittable } from '../contract.ts';

/** The tests and the lines that a script printed. */
interface Output<T extends ScriptTest> {
  readonly tests: readonly T[];
  readonly console: RequestRun['console'];
}

type Sent = NonNullable<RequestRun['sent']>;

const EMPTY = Buffer.alloc(0);

/** Passes the events of a run on without what is omitted. */
export function omitting(reporter: Reporter, omitted: ReadonlySet<Omittable>): Reporter {
  const without = new Without(omitted);
  return {
    start: (run) => {
      without.learn(run.subject);
      // Those that hear of each step write down the definitions too.
      const subject = reporter.step === undefined ? run.subject : without.subject(run.subject);
      return reporter.start?.({ ...run, subject });
    },
    iteration: (index) => reporter.iteration?.(index),
    ...(reporter.step !== undefined && {
      step: (at, event) => reporter.step?.(at, without.step(event)),
    }),
    request: (run) => reporter.request?.(without.run(run)),
    iterationEnd: (index) => reporter.iterationEnd?.(index),
    state: (state) => reporter.state?.({ ...state, scopes: without.scopes(state.scopes) }),
    end: (totals) => reporter.end?.(totals),
    close: () => reporter.close?.(),
  };
}

/** Returns the values of secret variables, wherever they are declared. */
function secretsOf({ collection, environment, globals }: RunSubject): readonly string[] {
  const variables = [...globals, ...collection.variables, ...(environment?.variables ?? [])];
  return variables.filter(({ secret }) => secret).map(({ value }) => value);
}

class Without {
  readonly #omitted: ReadonlySet<Omittable>;
  readonly #redactor = new Redactor();

  constructor(omitted: ReadonlySet<Omittable>) {
    this.#omitted = omitted;
  }

  learn(subject: RunSubject): void {
    for (const value of secretsOf(subject)) this.#redactor.know(value);
  }

  /** Returns definitions without the values of secrets. */
  subject(subject: RunSubject): RunSubject {
    if (!this.#has('secrets')) return subject;
    return JSON.parse(this.#text(JSON.stringify(subject))) as RunSubject;
  }

  scopes(scopes: Scopes): Scopes {
    const without = (name: 'environment' | 'collection' | 'globals'): ReadonlyMap<string, unknown> =>
      new Map(
        Object.entries(scopes.values(name)).map(([key, value]) => [
          key,
          typeof value === 'string' ? this.#text(value) : value,
        ]),
      );
    return scopes.with({
      environment: without('environment'),
      collection: without('collection'),
      globals: without('globals'),
    });
  }

  run(run: RequestRun): RequestRun {
    // The message that was sent holds what others repeat, so it is read first.
    const sent = run.sent === null ? null : this.#message(run.sent, run.url);
    return {
      ...run,
      sent,
      response: run.response === null ? null : this.#response(run.response),
      url: this.#has('secrets') ? this.#redactor.url(run.url) : run.url,
      error: run.error === null ? null : this.#text(run.error),
      ...this.#output(run),
      scriptErrors: run.scriptErrors.map((error) => ({ ...error, message: this.#text(error.message) })),
    };
  }

  step(event: StepEvent): StepEvent {
    switch (event.type) {
      case 'scriptEnded':
        return { ...event, outcome: this.#outcome(event.outcome) };
      case 'sending':
        return { ...event, request: this.#request(event.request) };
      case 'notReceived': {
        const { name, message } = event.error;
        const error = Object.assign(new Error(this.#text(message)), { name });
        return { ...event, request: this.#request(event.request), error };
      }
      case 'received':
        return {
          ...event,
          request: this.#request(event.request),
          response: this.#response(event.response),
        };
      case 'ended':
        return { ...event, run: this.run(event.run) };
      default:
        return event;
    }
  }

  #has(part: Omittable): boolean {
    return this.#omitted.has(part);
  }

  #request(request: SignableRequest): SignableRequest {
    const { headers, body } = this.#message(request, request.url);
    const url = this.#has('secrets') ? this.#redactor.url(request.url) : request.url;
    return { ...request, url, headers, body };
  }

  #response(response: ReceivedResponse): ReceivedResponse {
    const { headers, body } = this.#message(response, '');
    const trailers = this.#message({ headers: response.trailers, body: EMPTY }, '').headers;
    const messages = this.#has('bodies')
      ? []
      : response.messages.map((each) => ({ ...each, data: this.#body(each.data) }));
    return { ...response, headers, trailers, body, messages };
  }

  #message({ headers, body }: Sent, url: string): Sent {
    const shown = {
      headers: this.#has('headers') ? [] : headers,
      body: this.#has('bodies') ? EMPTY : body,
    };
    if (!this.#has('secrets')) return shown;
    const { hostname, path } = partsOf(url);
    const isText = isUtf8(shown.body);
    const message = {
      host: hostname,
      path,
      headers: shown.headers,
      body: isText ? shown.body.toString() : shown.body.toString('latin1'),
      transport: 'encrypted',
    } as const;
    // Headers that are not shown may hold what a body repeats.
    if (this.#has('headers')) this.#redactor.learn({ ...message, headers });
    const redacted = this.#redactor.redact(message, !isText);
    return { headers: redacted.headers, body: Buffer.from(redacted.body, isText ? 'utf8' : 'latin1') };
  }

  #body(data: Buffer): Buffer {
    return this.#message({ headers: [], body: data }, '').body;
  }

  #outcome(outcome: ScriptOutcome): ScriptOutcome {
    const { error } = outcome;
    return {
      ...outcome,
      ...this.#output(outcome),
      error: error === null ? null : { ...error, message: this.#text(error.message) },
    };
  }

  #output<T extends ScriptTest>({ tests, console }: Output<T>): Output<T> {
    return {
      tests: tests.map((test) => ({
        ...test,
        name: this.#text(test.name),
        error: test.error === null ? null : this.#testError(test.error),
      })),
      console: console.map((line) => ({ ...line, text: this.#text(line.text) })),
    };
  }

  #testError(error: TestError): TestError {
    const { message, expected, actual } = error;
    return {
      ...error,
      message: this.#text(message),
      ...(expected !== undefined && { expected: this.#text(expected) }),
      ...(actual !== undefined && { actual: this.#text(actual) }),
    };
  }

  #text(text: string): string {
    return this.#has('secrets') ? this.#redactor.text(text) : text;
  }
}

function partsOf(url: string): { readonly hostname: string; readonly path: string } {
  const parsed = URL.parse(url);
  return parsed === null
    ? { hostname: '', path: '' }
    : { hostname: parsed.hostname, path: parsed.pathname + parsed.search };
}
