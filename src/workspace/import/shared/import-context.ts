// What an import says about what it met on the way, with the place; what it may still take; and the ids given so far.
import { randomUUID } from 'node:crypto';
import { describeType, scalarText } from '../../../documents/json-values.ts';

/** Sentences; of more only the number is told. */
const MAX_WARNINGS = 200;
const MAX_REQUESTS = 20_000;
const MAX_FIELDS = 500_000;
/** Of a name in a place. */
const MAX_LOCATION_CHARS = 60;
/** As `name` of the model has it. */
const MAX_NAME = 1000;

interface ImportState {
  readonly warnings: Set<string>;
  readonly ids: Set<string>;
  omittedWarnings: number;
  requests: number;
  fields: number;
}

/** Of one import. */
export class ImportContext {
  readonly #path: readonly string[];
  readonly #state: ImportState;

  constructor(path: readonly string[] = [], state?: ImportState) {
    this.#path = path;
    this.#state = state ?? {
      warnings: new Set(),
      ids: new Set(),
      omittedWarnings: 0,
      requests: 0,
      fields: 0,
    };
  }

  /** The same notes, for what lies in a folder or request of that name. */
  inside(name: string): ImportContext {
    return new ImportContext([...this.#path, shorten(name)], this.#state);
  }

  warn(sentence: string): void {
    const { warnings } = this.#state;
    const path = this.#path.join(' / ');
    const warning = path === '' ? sentence : `${path}: ${sentence}`;
    if (warnings.has(warning)) return;
    if (warnings.size < MAX_WARNINGS) warnings.add(warning);
    else this.#state.omittedWarnings += 1;
  }

  get warnings(): readonly string[] {
    const { warnings, omittedWarnings: untold } = this.#state;
    return untold === 0 ? [...warnings] : [...warnings, `and ${untold} more warnings`];
  }

  /** Throws an Error where it is one too many. */
  countRequest(): void {
    this.#state.requests += 1;
    if (this.#state.requests > MAX_REQUESTS)
      throw new Error(`it holds more than ${MAX_REQUESTS} requests: split it`);
  }

  /** Headers, parameters, variables and the like. Throws an Error where they are too many. */
  countFields(count: number): void {
    this.#state.fields += count;
    if (this.#state.fields > MAX_FIELDS)
      throw new Error(`it holds more than ${MAX_FIELDS} entries in its lists: split it`);
  }

  /** `wanted`, where nothing else in the file has it and it can be an id; else a new one. */
  id(wanted: unknown): string {
    const { ids } = this.#state;
    const isUsable =
      typeof wanted === 'string' && /^[A-Za-z0-9][\w.-]{0,99}$/.test(wanted) && !ids.has(wanted);
    const id = isUsable ? wanted : randomUUID();
    ids.add(id);
    return id;
  }

  name(value: unknown, fallback: string): string {
    const name = this.text(value, 'the name') || fallback;
    if (name.length <= MAX_NAME) return name;
    this.inside(name).warn(`the name has more than ${MAX_NAME} characters and was cut`);
    return name.slice(0, MAX_NAME).toWellFormed();
  }

  /** A text, number or boolean as text; of null and nothing, empty. `what` begins a warning about all else. */
  text(value: unknown, label: string): string {
    const text = scalarText(value);
    if (text !== undefined) return text;
    if (value !== undefined && value !== null)
      this.warn(`${label} is ${describeType(value)}, no text, and was left out`);
    return '';
  }

  /** Its items are counted as fields. Of null and nothing, empty. */
  list(value: unknown, label: string): readonly unknown[] {
    if (Array.isArray(value)) {
      this.countFields(value.length);
      return value as readonly unknown[];
    }
    if (value !== undefined && value !== null)
      this.warn(`${label}: ${describeType(value)}, where a list should be, was left out`);
    return [];
  }
}

function shorten(name: string): string {
  const line = name.replace(/\s+/g, ' ').trim();
  return line.length <= MAX_LOCATION_CHARS ? line : `${line.slice(0, MAX_LOCATION_CHARS).toWellFormed()}…`;
}
