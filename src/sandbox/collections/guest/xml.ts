// `xml2Json`: parses XML into the same kind of object as Postman.
import { asText } from './as-text.ts';

interface Xml2js {
  readonly parseString: (
    text: string,
    options: object,
    callback: (error: unknown, result: unknown) => void,
  ) => void;
}

const OPTIONS = { explicitArray: false, async: false, trim: true, mergeAttrs: false };

/** Returns undefined when the text is not XML. */
export function xml2Json(load: (name: string) => unknown, text: unknown): unknown {
  let parsed: unknown;
  const { parseString } = load('xml2js') as Xml2js;
  parseString(asText(text), OPTIONS, (_, result) => {
    parsed = result;
  });
  return parsed;
}
