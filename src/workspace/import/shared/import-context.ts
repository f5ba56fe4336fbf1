// What an import says about what it met on the way, with the place; what it may still take; and the ids given so far.
import { randomUUID } from 'node:crypto';
import { kindOf, scalarText } from '../../../documents/json-values.ts';

/** Sentences; of more only the number is told. */
const MAX_WARNINGS = 200;
const MAX_REQUESTS = 20_000;
const MAX_FIELDS = 500_000;
/** Of a name in a place. */
const MAX_CHARS = 60;
/** As `name` of the model has it. */
const MAX_NAME = 1000;

interface Shared {
  readonly warnings: Set<string>;
  readonly ids: Set<string>;
  untold: number;
  requests: number;
  fields: number;
}

/** Of one import. */
export class Notes {
  readonly #place: readonly string[];
  readonly #shared: Shared;

  constructor(place: readonly string[] = [], shared?: Shared) {
    this.#place = place;
    this.#shared = shared ?? { warnings: new Set(), ids: new Set(), untold: 0, requests: 0, fields: 0 };
  }

  /** The same notes, for what lies in a folder or request of that name. */
  inside(name: string): Notes {
    return new Notes([...this.#place, clipped(name)], this.#shared);
  }

  warn(sentence: string): void {
    const { warnings } = this.#shared;
    const place = this.#place.join(' / ');
    const warning = place === '' ? sentence : `${place}: ${sentence}`;
    if (warnings.has(warning)) return;
    if (warnings.size < MAX_WARNINGS) warnings.add(warning);
    else this.#shared.untold += 1;
  }

  get warnings(): readonly string[] {
    const { warnings, untold } = this.#shared;
    return untold === 0 ? [...warnings] : [...warnings, `and ${untold} more warnings`];
  }

  /** Throws an Error where it is one too many. */
  countRequest(): void {
    this.#shared.requests += 1;
    if (this.#shared.requests > MAX_REQUESTS)
      throw new Error(`it holds more than ${MAX_REQUESTS} requests: split it`);
  }

  /** Headers, parameters, variables and the like. Throws an Error where they are too many. */
  countFields(count: number): void {
    this.#shared.fields += count;
    if (this.#shared.fields > MAX_FIELDS)
      throw new Error(`it holds more than ${MAX_FIELDS} entries in its lists: split it`);
  }

  /** `wanted`, where nothing else in the file has it and it can be an id; else a new one. */
  id(wanted: unknown): string {
    const { ids } = this.#shared;
    const isUsable =
      typeof wanted === 'string' && /^[A-Za-z0-9][\w.-]{0,99}$/.test(wanted) && !ids.has(wanted);
    const id = isUsable ? wanted : randomUUID();
    ids.add(id);
    return id;
  }

  name(value: unknown, usual: string): string {
    const name = this.text(value, 'the name') || usual;
    if (name.length <= MAX_NAME) return name;
    this.inside(name).warn(`the name has more than ${MAX_NAME} characters and was cut`);
    return name.slice(0, MAX_NAME).toWellFormed();
  }

  /** A text, number or boolean as text; of null and nothing, empty. `what` begins a warning about all else. */
  text(value: unknown, what: string): string {
    const text = scalarText(value);
    if (text !== undefined) return text;
    if (value !== undefined && value !== null)
      this.warn(`${what} is ${kindOf(value)}, no text, and was left out`);
    return '';
  }

  /** Its items are counted as fields. Of null and nothing, empty. */
  list(value: unknown, what: string): readonly unknown[] {
    if (Array.isArray(value)) {
      this.countFields(value.length);
      return value as readonly unknown[];
    }
    if (value !== undefined && value !== null)
      this.warn(`${what}: ${kindOf(value)}, where a list should be, was left out`);
    return [];
  }
}

function clipped(name: string): string {
  const line = name.replace(/\s+/g, ' ').trim();
  return line.length <= MAX_CHARS ? line : `${line.slice(0, MAX_CHARS).toWellFormed()}…`;
}
