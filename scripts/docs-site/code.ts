// Colors code of the languages for which the editor has parsers; other code stays plain.
import { css } from '@codemirror/lang-css';
import { html } from '@codemirror/lang-html';
import { javascript } from '@codemirror/lang-javascript';
import { json } from '@codemirror/lang-json';
import { xml } from '@codemirror/lang-xml';
import { yaml } from '@codemirror/lang-yaml';
import type { LanguageSupport } from '@codemirror/language';
import { classHighlighter, highlightCode } from '@lezer/highlight';
import { escapeHtml } from '../../src/base/escape-html.ts';

const LANGUAGES: Readonly<Record<string, () => LanguageSupport>> = {
  js: () => javascript(),
  javascript: () => javascript(),
  ts: () => javascript({ typescript: true }),
  typescript: () => javascript({ typescript: true }),
  json,
  jsonc: json,
  yaml,
  yml: yaml,
  css,
  html: () => html(),
  xml: () => xml(),
};

export function coloredCode(code: string, language: string): string {
  const support = LANGUAGES[language.split(/\s/)[0] ?? ''];
  if (support === undefined) return escapeHtml(code);
  const parts: string[] = [];
  highlightCode(
    code,
    support().language.parser.parse(code),
    classHighlighter,
    (text, classes) =>
      parts.push(classes === '' ? escapeHtml(text) : `<span class="${classes}">${escapeHtml(text)}</span>`),
    () => parts.push('\n'),
  );
  return parts.join('');
}
