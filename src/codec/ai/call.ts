// A call to a language model, read from a request or a response, in one form for all providers.
import type { AiAsking } from './question.ts';
import { fields, jsonText, list, text, textOrNull, type Fields } from '../../base/json-fields.ts';

export { fields, jsonText, list, text, textOrNull, type Fields };

export interface AiCall {
  readonly model: string | null;
  /** Id of a response; of a request, that of the response which it continues; null without one. */
  readonly id: string | null;
  /** Settings of a request, such as `temperature`. */
  readonly settings: readonly AiFact[];
  /** Names of the tools that a request offers. */
  readonly tools: readonly string[];
  readonly messages: readonly AiMessage[];
  /** The reason why the model stopped, in the provider's words; null while it is not known. */
  readonly finish: string | null;
  /** Numbers of tokens. */
  readonly usage: readonly AiFact[];
  readonly error: string | null;
}

export type AiFact = readonly [name: string, value: string];

export interface AiMessage {
  readonly role: string;
  readonly parts: readonly AiPart[];
}

export type AiPart =
  | { readonly type: 'text' | 'thinking' | 'refusal'; readonly text: string }
  /** `arguments` is JSON as the model wrote it. */
  | { readonly type: 'tool call'; readonly name: string; readonly id: string; readonly arguments: string }
  | {
      readonly type: 'tool result';
      readonly id: string;
      readonly text: string;
      readonly isError: boolean;
      readonly images: readonly AiImage[];
    }
  | AiImage
  /** Anything else, such as a file. */
  | { readonly type: 'other'; readonly kind: string };

/** An image that is sent with a call. */
export interface AiImage {
  readonly type: 'image';
  /** A `data:` URL, the address of the image, or the id of a file. */
  readonly source: string;
}

/** An API for language models: recognises and reads requests and responses. Their content is untrusted. */
export interface AiReader {
  readonly title: string;
  /** Matches the path of a URL. */
  readonly path: RegExp;
  readonly isRequest: (body: Fields) => boolean;
  readonly readRequest: (body: Fields, url: string) => AiCall;
  /** `first`: the response, or the first chunk of one that is streamed. */
  readonly isResponse: (first: Fields) => boolean;
  /** `chunks`: the response, or all chunks of one that is streamed. */
  readonly readResponse: (chunks: readonly Fields[]) => AiCall;
  /** Returns true for the first chunk with something that the model has written. */
  readonly hasOutput: (chunk: Fields) => boolean;
  /** Tokens that its count of input (the cache) or output (reasoning) leaves out. */
  readonly countsApart: { readonly cache: boolean; readonly reasoning: boolean };
}

/** An API whose requests are built here, too. */
export interface AiApi extends AiReader, AiAsking {}

export const EMPTY_CALL: AiCall = {
  model: null,
  id: null,
  settings: [],
  tools: [],
  messages: [],
  finish: null,
  usage: [],
  error: null,
};

/** Returns a text part, or none for an empty text. */
export function textPart(type: 'text' | 'thinking' | 'refusal', value: unknown): readonly AiPart[] {
  const found = text(value);
  return found === '' ? [] : [{ type, text: found }];
}

export function imagePart(source: unknown): readonly AiImage[] {
  return typeof source === 'string' ? [{ type: 'image', source }] : [];
}

/** Returns a `data:` URL of Base64 that stands in a field of its own. */
export function dataUrl(mime: unknown, base64: unknown): string {
  return `data:${text(mime)};base64,${text(base64)}`;
}

/** Returns the result of a tool; what it returns beside texts and images is named in brackets. */
export function resultPart(
  id: unknown,
  content: string,
  { isError = false, images = [] }: { readonly isError?: boolean; readonly images?: readonly AiImage[] } = {},
): AiPart {
  return { type: 'tool result', id: text(id), text: content, isError, images };
}

/** Returns the facts for those names that the object has. */
export function factsOf(object: Fields, names: readonly string[]): readonly AiFact[] {
  return names.flatMap((name): readonly AiFact[] => {
    const value = object[name];
    return value === undefined || value === null ? [] : [[name, jsonText(value)]];
  });
}

/** Returns token counts under our own names. `paths` may go one level down, as in `details.cached`. */
export function usageOf(
  usage: unknown,
  paths: readonly (readonly [name: string, path: string])[],
): readonly AiFact[] {
  const found = fields(usage);
  return paths.flatMap(([name, path]): readonly AiFact[] => {
    const [outer = '', inner] = path.split('.');
    const value = inner === undefined ? found[outer] : fields(found[outer])[inner];
    return typeof value === 'number' ? [[name, String(value)]] : [];
  });
}

/** Returns the message of an error, which is a text or an object with one; null without an error. */
export function errorText(error: unknown): string | null {
  if (error === undefined || error === null) return null;
  const { type, code, status, message } = fields(error);
  if (typeof message !== 'string') return jsonText(error);
  const kind = textOrNull(type) ?? textOrNull(status) ?? textOrNull(code);
  return kind === null ? message : `${kind}: ${message}`;
}

/** Returns the names of tools, wherever the provider puts them. */
export function toolNames(tools: unknown, nameOf: (tool: Fields) => unknown): readonly string[] {
  return list(tools).flatMap(
    (tool) => textOrNull(nameOf(fields(tool))) ?? textOrNull(fields(tool)['type']) ?? [],
  );
}
