// A row of a key-value table: a header, a query parameter, a field of a form. Its fields are those of the files.

export interface KeyValue {
  readonly id?: string;
  readonly name: string;
  /** Null for a query parameter without `=`. */
  readonly value: string | null;
  readonly enabled?: boolean;
  readonly docs?: string;
}

export function isOn({ enabled = true }: KeyValue): boolean {
  return enabled;
}

/** Returns true for a row in which nothing was typed. */
export function isBlank({ name, value, docs = '' }: KeyValue): boolean {
  return name === '' && (value ?? '') === '' && docs === '';
}
