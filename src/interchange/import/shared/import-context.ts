// The context of an import: its warnings with their location, its limits, and the ids that were assigned.
import { randomUUID } from 'node:crypto';
import { UserError } from '../../../base/errors.ts';
import { describeType, scalarText } from '../../../documents/json-values.ts';

/** The maximum number of warnings; of others only the number is reported. */
const MAX_WARNINGS = 200;
const MAX_REQUESTS = 20_000;
const MAX_FIELDS = 500_000;
/** The maximum length of a name in a location. */
const MAX_LOCATION_CHARS = 60;
/** The maximum length of a name in the model. */
const MAX_NAME = 1000;

interface ImportState {
  readonly warnings: Set<string>;
  readonly ids: Set<string>;
  readonly broken: string[];
  omittedWarnings: number;
  requests: number;
  fields: number;
}

/** The position of a request in its file. */
export interface RequestLocation {
  /** The path of the file below the folder of the import. */
  readonly file: string;
  /** The line at which it begins, counted from 1. */
  readonly line: number;
  /** Names of requests that have to be sent before it. */
  readonly needs: readonly string[];
}

export interface ImportOptions {
  /**
   * True to keep paths of files in bodies. By default the user has to select the files again, because an imported file
   * must not decide which of the user's files are read and sent later.
   */
  readonly keepsFilePaths?: boolean;
  /** The folder of the file, for formats whose files name others; absent for a text without a folder. */
  readonly folder?: string;
  /** The environment of the process, for a run that a user starts; absent for files that are not run at once. */
  readonly processEnv?: Readonly<Record<string, string | undefined>>;
  /** Receives the position of each request, for formats whose files hold several. */
  readonly onRequest?: (id: string, location: RequestLocation) => void;
}

/** The context of one import, at one location in its file. */
export class ImportContext {
  readonly #options: ImportOptions;
  readonly #path: readonly string[];
  readonly #state: ImportState;

  constructor(options: ImportOptions = {}, path: readonly string[] = [], state?: ImportState) {
    this.#options = options;
    this.#path = path;
    this.#state = state ?? {
      warnings: new Set(),
      ids: new Set(),
      broken: [],
      omittedWarnings: 0,
      requests: 0,
      fields: 0,
    };
  }

  /** Returns the context for the contents of a folder or request. */
  inside(name: string): ImportContext {
    return new ImportContext(this.#options, [...this.#path, shorten(name)], this.#state);
  }

  /** Returns the context for a file of the import; paths are not cut. */
  at(file: string): ImportContext {
    return new ImportContext(this.#options, [file], this.#state);
  }

  placed(id: string, location: RequestLocation): void {
    this.#options.onRequest?.(id, location);
  }

  warn(sentence: string): void {
    const { warnings } = this.#state;
    const path = this.#path.join(' / ');
    const warning = path === '' ? sentence : `${path}: ${sentence}`;
    if (warnings.has(warning)) return;
    if (warnings.size < MAX_WARNINGS) warnings.add(warning);
    else this.#state.omittedWarnings += 1;
  }

  /** Records that a part could not be read, while the rest is. */
  fail(sentence: string): void {
    const { broken } = this.#state;
    if (broken.length <= MAX_WARNINGS) broken.push([...this.#path, sentence].join(': '));
  }

  get broken(): readonly string[] {
    return this.#state.broken;
  }

  /** Returns the path of a file in a body if paths are kept; otherwise a hint, with a warning. */
  file(value: unknown): { readonly path: string; readonly hint: string } {
    const path = this.text(value, 'the path of a file').toWellFormed();
    if (path === '' || this.#options.keepsFilePaths === true) return { path, hint: '' };
    this.warn(`the file ${JSON.stringify(path.slice(0, 200).toWellFormed())} must be selected again`);
    return { path: '', hint: path };
  }

  get warnings(): readonly string[] {
    const { warnings, omittedWarnings: untold } = this.#state;
    return untold === 0 ? [...warnings] : [...warnings, `and ${untold} more warnings`];
  }

  /** Throws an Error when there are too many requests. */
  countRequest(): void {
    this.#state.requests += 1;
    if (this.#state.requests > MAX_REQUESTS)
      throw new UserError('TOO_LARGE', `it holds more than ${MAX_REQUESTS} requests: split it`);
  }

  /** Counts headers, parameters, variables and the like. Throws an Error when there are too many. */
  countFields(count: number): void {
    this.#state.fields += count;
    if (this.#state.fields > MAX_FIELDS)
      throw new UserError('TOO_LARGE', `it holds more than ${MAX_FIELDS} entries in its lists: split it`);
  }

  /** Returns the first of `wanted` that is valid and unused in the file, otherwise a new id. */
  id(...wanted: readonly unknown[]): string {
    const { ids } = this.#state;
    const usable = wanted.find(
      (each): each is string =>
        typeof each === 'string' && /^[A-Za-z0-9][\w.-]{0,99}$/.test(each) && !ids.has(each),
    );
    const id = usable ?? randomUUID();
    ids.add(id);
    return id;
  }

  name(value: unknown, fallback: string): string {
    const name = this.text(value, 'the name') || fallback;
    if (name.length <= MAX_NAME) return name;
    this.inside(name).warn(`the name has more than ${MAX_NAME} characters and was cut`);
    return name.slice(0, MAX_NAME).toWellFormed();
  }

  /**
   * Returns strings, numbers and booleans as text, and null and undefined as empty. `label` starts a warning about
   * other values.
   */
  text(value: unknown, label: string): string {
    const text = scalarText(value);
    if (text !== undefined) return text;
    if (value !== undefined && value !== null)
      this.warn(`${label} is ${describeType(value)}, not a text, and was left out`);
    return '';
  }

  /** Returns a list and counts its items; empty for null and undefined. */
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
