// Compares the parts of two versions of a JSON Schema that clients depend on: types, properties, required properties
// and enums. The new version must accept everything that clients send, and describe only responses that they expect.
import type { JsonObject } from '../documents/json-values.ts';
import type { References } from '../documents/openapi/references.ts';

/** A change of one operation. */
export interface ComparedChange {
  readonly breaking: boolean;
  /** True where a client may fail, if it relies on more than the description said. */
  readonly warning?: boolean;
  readonly what: string;
}

/** Deeper schemas are not compared. */
const MAX_DEPTH = 20;

type Direction = 'sent' | 'received';

export class SchemaChanges {
  readonly #old: References;
  readonly #young: References;

  constructor(old: References, young: References) {
    this.#old = old;
    this.#young = young;
  }

  /** Compares data that a client sends. `what` names it. */
  sent(before: unknown, after: unknown, what: string): readonly ComparedChange[] {
    return this.#between(before, after, { direction: 'sent', what, path: '' }, 0);
  }

  /** Compares data that a client receives. */
  received(before: unknown, after: unknown, what: string): readonly ComparedChange[] {
    return this.#between(before, after, { direction: 'received', what, path: '' }, 0);
  }

  #between(before: unknown, after: unknown, location: SchemaLocation, depth: number): ComparedChange[] {
    if (depth > MAX_DEPTH) return [];
    const old = this.#old.fields(before);
    const young = this.#young.fields(after);
    const types = typeChange(old, young, location);
    if (types !== null) return [types];
    return [
      ...enumChanges(old, young, location),
      ...this.#properties(old, young, location, depth),
      ...(old['items'] === undefined || young['items'] === undefined
        ? []
        : this.#between(old['items'], young['items'], inside(location, '[]'), depth + 1)),
    ];
  }

  #properties(old: JsonObject, young: JsonObject, location: SchemaLocation, depth: number): ComparedChange[] {
    const before = this.#old.fields(old['properties']);
    const after = this.#young.fields(young['properties']);
    const changes: ComparedChange[] = [];
    for (const [name, schema] of Object.entries(before))
      if (!(name in after))
        changes.push({
          breaking: location.direction === 'received',
          what: `${describe(inside(location, name))} was removed`,
        });
      else changes.push(...this.#between(schema, after[name], inside(location, name), depth + 1));
    const wasRequired = requiredOf(old);
    const isRequired = requiredOf(young);
    for (const name of Object.keys(after)) {
      const isNew = !(name in before);
      if (isNew)
        changes.push({
          breaking: location.direction === 'sent' && isRequired.has(name),
          what: `${describe(inside(location, name))} is new${isRequired.has(name) ? ' and required' : ''}`,
        });
      else if (isRequired.has(name) !== wasRequired.has(name))
        changes.push({
          breaking: (location.direction === 'sent') === isRequired.has(name),
          what: `${describe(inside(location, name))} became ${isRequired.has(name) ? 'required' : 'optional'}`,
        });
    }
    return changes;
  }
}

/** The part of a message that is compared. */
interface SchemaLocation {
  readonly direction: Direction;
  readonly what: string;
  /** Such as `pets[].name`; empty for the whole. */
  readonly path: string;
}

function inside(location: SchemaLocation, name: string): SchemaLocation {
  const separator = location.path === '' || name === '[]' ? '' : '.';
  return { ...location, path: `${location.path}${separator}${name}` };
}

function describe({ what, path }: SchemaLocation): string {
  return path === '' ? what : `${what}: ${path}`;
}

/** A wider type is fine to send, and a narrower one to receive. */
function typeChange(old: JsonObject, young: JsonObject, location: SchemaLocation): ComparedChange | null {
  const before = typesOf(old);
  const after = typesOf(young);
  if (before.length === 0 || after.length === 0 || before.join() === after.join()) return null;
  const [given, accepted] = location.direction === 'sent' ? [before, after] : [after, before];
  const fits = given.every(
    (type) => accepted.includes(type) || (type === 'integer' && accepted.includes('number')),
  );
  return {
    breaking: !fits,
    what: `${describe(location)} was ${before.join(' or ')} and is ${after.join(' or ')}`,
  };
}

function typesOf({ type, nullable }: JsonObject): readonly string[] {
  const types = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string');
  return nullable === true && types.length > 0 ? [...types, 'null'].sort() : types.sort();
}

function enumChanges(
  { enum: before }: JsonObject,
  { enum: after }: JsonObject,
  location: SchemaLocation,
): ComparedChange[] {
  const old = Array.isArray(before) ? before.map(String) : null;
  const young = Array.isArray(after) ? after.map(String) : null;
  if (old === null && young === null) return [];
  if (old === null)
    return [{ breaking: location.direction === 'sent', what: `${describe(location)} has a list of values` }];
  if (young === null)
    return [
      {
        breaking: location.direction === 'received',
        what: `${describe(location)} has no list of values any more`,
      },
    ];
  const gone = old.filter((value) => !young.includes(value));
  const added = young.filter((value) => !old.includes(value));
  return [
    ...gone.map((value) => ({
      breaking: location.direction === 'sent',
      what: `${describe(location)} is never ${value} now`,
    })),
    ...added.map((value) => ({
      breaking: location.direction === 'received',
      what: `${describe(location)} may be ${value}`,
    })),
  ];
}

function requiredOf({ required }: JsonObject): ReadonlySet<unknown> {
  return new Set(Array.isArray(required) ? required : []);
}
