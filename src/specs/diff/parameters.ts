// Parameters of operations: which there are, which are required, how they are written, and their schemas.
import { isObject } from '../../base/is-object.ts';
import { scalarText, type JsonObject } from '../../documents/json-values.ts';
import type { ApiOperation } from '../../documents/openapi/document.ts';
import { DIFFERS, found, type Direction, type FoundChange, type Level } from './change.ts';
import type { DocumentPair } from './schemas/document-pair.ts';
import { lifecycleChanges, removalOf } from './schemas/lifecycle.ts';
import { sideOf, type Messages } from './messages.ts';
import { typesOf } from './schemas/types.ts';

/** Headers that OpenAPI describes elsewhere; as parameters they mean nothing. */
const IGNORED: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization']);

export class Parameters {
  readonly #pair: DocumentPair;
  readonly #messages: Messages;
  readonly #direction: Direction;

  constructor(pair: DocumentPair, messages: Messages, direction: Direction) {
    this.#pair = pair;
    this.#messages = messages;
    this.#direction = direction;
  }

  between(before: ApiOperation, after: ApiOperation): readonly FoundChange[] {
    const [old, young] = [parametersOf(before), parametersOf(after)];
    const changes: FoundChange[] = [];
    for (const [key, { name, parameter }] of young) {
      const known = old.get(key);
      if (known === undefined) changes.push(this.#added(name, parameter));
      else changes.push(...this.#between(known.parameter, parameter, name));
    }
    for (const [key, { name, parameter }] of old)
      if (!young.has(key)) changes.push(this.#removed(name, parameter));
    return changes;
  }

  #added(name: string, parameter: JsonObject): FoundChange {
    const isRequired = parameter['required'] === true;
    const word = isRequired ? 'required' : 'optional';
    const level = isRequired && this.#direction === 'sent' ? 'error' : 'info';
    return found(`new-${word}-${this.#side}-parameter`, level, `the ${word} ${name} is new`);
  }

  /** A server ignores what it does not know, or refuses it; what was required is missed by nobody but the client. */
  #removed(name: string, parameter: JsonObject): FoundChange {
    const removal = removalOf(parameter);
    const unannounced: Level = parameter['required'] === true ? 'error' : 'warning';
    const level = {
      announced: 'info',
      'not announced': unannounced,
      'before sunset': 'error',
      'sunset invalid': 'error',
    }[removal] as Level;
    const ending = {
      announced: ', as announced',
      'not announced': '',
      'before sunset': ' before its day',
      'sunset invalid': ', and its day is no date',
    }[removal];
    return found(
      `${this.#side}-parameter-removed${idOf(removal)}`,
      level,
      `the ${name} was removed${ending}`,
    );
  }

  #between(old: JsonObject, young: JsonObject, name: string): readonly FoundChange[] {
    const what = `the ${name}`;
    const part = { direction: this.#direction, kind: 'parameter', what } as const;
    const [was, is] = [old['required'] === true, young['required'] === true];
    const required: readonly FoundChange[] =
      was === is
        ? []
        : [
            found(
              `${this.#side}-parameter-became-${is ? 'required' : 'optional'}`,
              is === (this.#direction === 'sent') ? 'error' : 'info',
              `${what} became ${is ? 'required' : 'optional'}`,
            ),
          ];
    const changes = this.#isListOfOne(old, young)
      ? [found(`${this.#side}-parameter-type-generalized`, 'info', `${what} may be given more than once`)]
      : this.#messages.schemas(old['schema'], young['schema'], part);
    return [
      ...required,
      ...lifecycleChanges(old, young, this.#pair.deprecationDays).map(({ id, effect, predicate }) =>
        found(`${this.#side}-parameter-${id}`, effect[this.#direction], `${what} ${predicate}`),
      ),
      ...this.#style(old, young, what),
      ...changes,
      ...this.#contents(old, young, what),
    ];
  }

  /** A value is also a list of one where each item is given as a parameter of its own. */
  #isListOfOne(old: JsonObject, young: JsonObject): boolean {
    const schemas = [
      this.#pair.oldSchemas.of(old['schema']),
      this.#pair.youngSchemas.of(young['schema']),
    ] as const;
    const [before, after] = schemas;
    if (before === null || after === null || typesOf(after).join() !== 'array') return false;
    if (
      typesOf(before).length === 0 ||
      typesOf(before).includes('array') ||
      !styleOf(young).endsWith('exploded')
    )
      return false;
    const part = { direction: this.#direction, kind: 'parameter', what: '' } as const;
    return this.#messages.schemas(before, after['items'], part).every(({ level }) => level !== 'error');
  }

  #style(old: JsonObject, young: JsonObject, what: string): readonly FoundChange[] {
    const changes: FoundChange[] = [];
    const [before, after] = [styleOf(old), styleOf(young)];
    const types = typesOf(this.#pair.oldSchemas.of(old['schema']) ?? {});
    const isPlain = types.length > 0 && !types.includes('array') && !types.includes('object');
    if (before !== after && !(isPlain && before.split(' ')[0] === after.split(' ')[0]))
      changes.push(
        found(
          `${this.#side}-parameter-style-changed`,
          DIFFERS[this.#direction],
          `${what} is written as ${after}, before ${before}`,
        ),
      );
    for (const [keyword, id, title] of [
      ['allowReserved', 'allow-reserved', 'have reserved characters'],
      ['allowEmptyValue', 'allow-empty-value', 'be empty'],
    ] as const) {
      const [was, is] = [old[keyword] === true, young[keyword] === true];
      if (was === is) continue;
      const level = is === (this.#direction === 'sent') ? 'info' : 'error';
      const text = is ? `may ${title}` : `may not ${title} any more`;
      changes.push(found(`${this.#side}-parameter-${id}-changed`, level, `${what} ${text}`));
    }
    return changes;
  }

  /** Compares parameters that hold a document, such as JSON. */
  #contents(old: JsonObject, young: JsonObject, what: string): readonly FoundChange[] {
    const [before, after] = [old['content'] !== undefined, young['content'] !== undefined];
    if (!before && !after) return [];
    if (before !== after)
      return [
        found(
          `${this.#side}-parameter-content-changed`,
          DIFFERS[this.#direction],
          `${what} ${after ? 'holds a document' : 'holds no document any more'}`,
        ),
      ];
    const part = { direction: this.#direction, kind: 'body', what } as const;
    return this.#messages.contents(old, young, part, {
      named: (type) => `${what} (${type})`,
      gone: (type) => `${what} may not be ${type} any more`,
      added: (type) => `${what} may be ${type}`,
    });
  }

  get #side(): 'request' | 'response' {
    return sideOf(this.#direction);
  }
}

/** Completes the id of a removal. */
export function idOf(removal: ReturnType<typeof removalOf>): string {
  return {
    announced: '-with-deprecation',
    'before sunset': '-before-sunset',
    'sunset invalid': '-sunset-invalid',
    'not announced': '',
  }[removal];
}

function styleOf(parameter: JsonObject): string {
  const location = scalarText(parameter['in']) ?? '';
  const usual = location === 'query' || location === 'cookie' ? 'form' : 'simple';
  const style = scalarText(parameter['style']) ?? usual;
  const isExploded = parameter['explode'] === undefined ? style === 'form' : parameter['explode'] === true;
  return `${style}${isExploded ? ' exploded' : ''}`;
}

interface NamedParameter {
  /** Such as `query parameter page`. */
  readonly name: string;
  readonly parameter: JsonObject;
}

/** By location and name; those of a path by their position, because their names mean nothing to a client. */
function parametersOf({ path, parameters }: ApiOperation): ReadonlyMap<string, NamedParameter> {
  const positions: readonly string[] = path.match(/\{[^}]*\}/g) ?? [];
  const named = new Map<string, NamedParameter>();
  for (const parameter of parameters) {
    if (!isObject(parameter)) continue;
    const location = scalarText(parameter['in']) ?? '';
    const name = scalarText(parameter['name']) ?? '';
    if (location === 'header' && IGNORED.has(name.toLowerCase())) continue;
    const shown = location === 'path' ? String(positions.indexOf(`{${name}}`) + 1) : name;
    const key = `${location} ${location === 'header' ? name.toLowerCase() : shown}`;
    named.set(key, { name: `${location} parameter ${shown}`, parameter });
  }
  return named;
}
