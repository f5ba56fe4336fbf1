// The body as text, by its charset.
import { isText } from '../../base/body-text.ts';
import { bodyText, defineView, MAX_CHARS, mediaTypeOf, type TextLanguage } from './contract.ts';

const LANGUAGES: readonly [RegExp, TextLanguage][] = [
  [/json/, 'json'],
  [/html/, 'html'],
  [/[/+]xml/, 'xml'],
  [/css/, 'css'],
  [/(?:java|ecma)script/, 'javascript'],
  [/graphql/, 'graphql'],
  [/yaml/, 'yaml'],
  [/markdown/, 'markdown'],
];

export const text = defineView({
  id: 'text',
  title: 'Text',
  matches: (bytes, { contentType }) => bytes.length > 0 && isText(contentType, bytes.subarray(0, 4096)),
  view: (bytes, context) => {
    const { text, charset, cutNotes } = bodyText(bytes, context);
    const type = mediaTypeOf(context);
    const language = LANGUAGES.find(([pattern]) => pattern.test(type))?.[1] ?? 'plain';
    return {
      type: 'text',
      text: text.slice(0, MAX_CHARS),
      language,
      notes: [`charset ${charset}`, ...cutNotes(MAX_CHARS)],
      error: null,
    };
  },
});
