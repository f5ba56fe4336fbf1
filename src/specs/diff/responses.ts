// Responses of operations: statuses, headers, bodies and links.
import type { JsonObject } from '../../documents/json-values.ts';
import { found, type Direction, type FoundChange, type Level } from './change.ts';
import type { DocumentPair } from './schemas/document-pair.ts';
import { lifecycleChanges } from './schemas/lifecycle.ts';
import { sideOf, type Messages } from './messages.ts';

/** Headers that OpenAPI describes elsewhere. */
const IGNORED = 'content-type';

export class Responses {
  readonly #pair: DocumentPair;
  readonly #messages: Messages;
  readonly #direction: Direction;

  /** `direction`: `received`, except for responses that clients give to webhooks. */
  constructor(pair: DocumentPair, messages: Messages, direction: Direction) {
    this.#pair = pair;
    this.#messages = messages;
    this.#direction = direction;
  }

  between(given: unknown, now: unknown): readonly FoundChange[] {
    const [before, after] = [
      statusesOf(this.#pair.old.references.fields(given)),
      statusesOf(this.#pair.young.references.fields(now)),
    ];
    const hasSuccess = [...before.keys()].some((status) => status.startsWith('2'));
    const covered = new Set<string>();
    const changes: FoundChange[] = [];
    for (const [status, response] of before) {
      const range = `${status.slice(0, 1)}XX`;
      const match = after.has(status) ? status : after.has(range) ? range : null;
      if (match === null) changes.push(this.#removed(status, hasSuccess));
      else {
        covered.add(match);
        changes.push(...this.#response(status, response, after.get(match)));
      }
    }
    for (const status of after.keys())
      if (!before.has(status) && !covered.has(status)) {
        const noun = isSuccess(status) ? 'success' : 'non-success';
        changes.push(found(`${this.#side}-${noun}-status-added`, 'info', `the response ${status} is new`));
      }
    return changes;
  }

  #removed(status: string, hasSuccess: boolean): FoundChange {
    const isMissed = isSuccess(status) || (status === 'default' && !hasSuccess);
    const level: Level = isMissed && this.#direction === 'received' ? 'error' : 'info';
    const noun = isMissed ? 'success' : 'non-success';
    return found(`${this.#side}-${noun}-status-removed`, level, `the response ${status} was removed`);
  }

  #response(status: string, given: unknown, now: unknown): readonly FoundChange[] {
    const before = this.#pair.old.references.fields(given);
    const after = this.#pair.young.references.fields(now);
    const what = `the response ${status}`;
    const part = { direction: this.#direction, kind: 'body', what } as const;
    return [
      ...this.#headers(before, after, what),
      ...this.#messages.contents(before, after, part, {
        named: () => what,
        gone: (type) => `${what} is not ${type} any more`,
        added: (type) => `${what} may be ${type}`,
      }),
      ...this.#links(before, after, what),
    ];
  }

  #headers(given: JsonObject, now: JsonObject, what: string): readonly FoundChange[] {
    const [before, after] = [this.#headersOf('old', given), this.#headersOf('young', now)];
    const changes: FoundChange[] = [];
    for (const [key, { name, header }] of before) {
      const young = after.get(key)?.header;
      const noun = `${what}: the header ${name}`;
      if (young !== undefined) changes.push(...this.#header(header, young, noun));
      else {
        const isRequired = header['required'] === true;
        const word = isRequired ? 'required' : 'optional';
        const level: Level = this.#direction === 'sent' ? 'info' : isRequired ? 'error' : 'warning';
        changes.push(found(`${word}-${this.#side}-header-removed`, level, `${noun} was removed`));
      }
    }
    for (const [key, { name }] of after)
      if (!before.has(key))
        changes.push(found(`${this.#side}-header-added`, 'info', `${what}: the header ${name} is new`));
    return changes;
  }

  #header(old: JsonObject, young: JsonObject, what: string): readonly FoundChange[] {
    const [was, is] = [old['required'] === true, young['required'] === true];
    const required: readonly FoundChange[] =
      was === is
        ? []
        : [
            found(
              `${this.#side}-header-became-${is ? 'required' : 'optional'}`,
              is === (this.#direction === 'sent') ? 'error' : 'info',
              `${what} became ${is ? 'required' : 'optional'}`,
            ),
          ];
    return [
      ...required,
      ...lifecycleChanges(old, young, this.#pair.deprecationDays).map(({ id, effect, predicate }) =>
        found(`${this.#side}-header-${id}`, effect[this.#direction], `${what} ${predicate}`),
      ),
      ...this.#messages.schemas(old['schema'], young['schema'], {
        direction: this.#direction,
        kind: 'header',
        what,
      }),
    ];
  }

  /** Returns headers by their names in lower case, since case does not count. */
  #headersOf(version: 'old' | 'young', { headers }: JsonObject) {
    const { references } = this.#pair[version];
    return new Map(
      Object.entries(references.fields(headers))
        .filter(([name]) => name.toLowerCase() !== IGNORED)
        .map(([name, header]) => [name.toLowerCase(), { name, header: references.fields(header) }] as const),
    );
  }

  #links({ links: before }: JsonObject, { links: after }: JsonObject, what: string): readonly FoundChange[] {
    const old = this.#pair.old.references.fields(before);
    const young = this.#pair.young.references.fields(after);
    return [...new Set([...Object.keys(old), ...Object.keys(young)])].flatMap((name) => {
      if (this.#pair.areSame(old[name], young[name])) return [];
      const verb = !(name in old) ? 'added' : name in young ? 'changed' : 'removed';
      const text = { added: 'is new', changed: 'changed', removed: 'was removed' }[verb];
      return [found(`${this.#side}-link-${verb}`, 'info', `${what}: the link ${name} ${text}`)];
    });
  }

  get #side(): 'request' | 'response' {
    return sideOf(this.#direction);
  }
}

/** Ranges may be written in either case. */
function statusesOf(responses: JsonObject): ReadonlyMap<string, unknown> {
  return new Map(
    Object.entries(responses)
      .filter(([status]) => !status.startsWith('x-'))
      .map(([status, response]) => [/^\dxx$/i.test(status) ? status.toUpperCase() : status, response]),
  );
}

function isSuccess(status: string): boolean {
  return status.startsWith('2');
}
