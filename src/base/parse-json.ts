// JSON (RFC 8259) that users and other programs hand in.
import { jsonFault } from './json-error.ts';

/** Throws an Error that says where it breaks: `line 2, column 5 is no JSON: there should be a colon`. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const fault = jsonFault(text);
    if (fault === null) throw error;
    const { line, column, expected } = fault;
    throw new Error(`line ${line}, column ${column} is no JSON: there should be ${expected}`, {
      cause: error,
    });
  }
}
