// `xml2Json`: XML as Postman makes an object of it.
import { asText } from './as-text.ts';

interface Xml2js {
  readonly parseString: (
    text: string,
    options: object,
    back: (error: unknown, result: unknown) => void,
  ) => void;
}

const OPTIONS = { explicitArray: false, async: false, trim: true, mergeAttrs: false };

/** Undefined when it is no XML. */
export function xml2Json(load: (name: string) => unknown, text: unknown): unknown {
  let found: unknown;
  const { parseString } = load('xml2js') as Xml2js;
  parseString(asText(text), OPTIONS, (_, result) => {
    found = result;
  });
  return found;
}
