// The setup of every editor: token theme, highlighting, languages.
import { HighlightStyle, syntaxHighlighting, type LanguageSupport } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { styleNonce } from '../styles/nonce.ts';

const theme = EditorView.theme({
  '&': {
    height: '100%',
    fontSize: 'var(--text-12)',
    backgroundColor: 'var(--bg-content)',
    color: 'var(--text)',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: 'var(--lh-code)' },
  '.cm-content': { padding: '6px 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 10px' },
  '.cm-gutters': {
    backgroundColor: 'var(--bg-code-gutter)',
    color: 'var(--text-3)',
    borderRight: '1px solid var(--line)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'var(--bg-hover)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--bg-selected)',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--syn-match-bg)' },
  '.cm-searchMatch.cm-searchMatch-selected': { backgroundColor: 'var(--syn-match-current-bg)' },
  '.cm-panels': { backgroundColor: 'var(--bg-panel)', color: 'var(--text)', borderColor: 'var(--line)' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--bg-press)', color: 'var(--text-2)', border: 'none' },
  // In place of pictures from data: URLs, which the policy of the page refuses.
  '.cm-lintRange': { backgroundImage: 'none' },
  '.cm-lintRange-error': { textDecoration: 'underline wavy var(--danger) 1px', textUnderlineOffset: '3px' },
  '.cm-lintRange-warning': { textDecoration: 'underline wavy var(--warn) 1px', textUnderlineOffset: '3px' },
  '.cm-lint-marker-warning': { content: 'normal', backgroundColor: 'var(--warn)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warn)' },
  '.cm-lint-marker': {
    content: 'normal',
    width: '8px',
    height: '8px',
    margin: '5px 2px',
    borderRadius: '50%',
  },
  '.cm-lint-marker-error': { content: 'normal', backgroundColor: 'var(--danger)' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--danger)' },
  '.cm-tooltip': { backgroundColor: 'var(--bg-raised)', border: '1px solid var(--line-strong)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-mono)', maxHeight: '220px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 10px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--bg-selected)',
    color: 'var(--text)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: 'var(--weight-semibold)' },
  '.cm-completionDetail': { fontStyle: 'normal', color: 'var(--text-3)' },
  'li[aria-selected] .cm-completionDetail': { color: 'var(--text-2)' },
  '.cm-completionInfo': { padding: '6px 10px', fontFamily: 'var(--font-ui)' },
  '.cm-textfield': { backgroundColor: 'var(--bg-field)', border: '1px solid var(--line-field)' },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--bg-button)',
    border: '1px solid var(--line-strong)',
  },
});

const highlighting = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--syn-key)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--syn-string)' },
  { tag: tags.number, color: 'var(--syn-number)' },
  { tag: [tags.bool, tags.null, tags.atom], color: 'var(--syn-atom)' },
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--syn-keyword)' },
  { tag: [tags.function(tags.variableName), tags.heading], color: 'var(--syn-function)' },
  { tag: [tags.tagName, tags.typeName, tags.className], color: 'var(--syn-tag)' },
  { tag: [tags.attributeName, tags.labelName], color: 'var(--syn-attr)' },
  { tag: [tags.comment, tags.meta], color: 'var(--syn-comment)' },
  { tag: [tags.punctuation, tags.bracket, tags.operator], color: 'var(--syn-punct)' },
  { tag: tags.invalid, color: 'var(--syn-invalid)' },
]);

/**
 * Returns the extensions that every editor has. The nonce lets the editor add its style sheets under the page's policy.
 */
export function baseExtensions(): readonly Extension[] {
  return [theme, syntaxHighlighting(highlighting), EditorView.cspNonce.of(styleNonce())];
}

const LANGUAGES: Readonly<Record<string, () => Promise<LanguageSupport>>> = {
  json: async () => (await import('@codemirror/lang-json')).json(),
  javascript: async () => (await import('@codemirror/lang-javascript')).javascript(),
  typescript: async () => (await import('@codemirror/lang-javascript')).javascript({ typescript: true }),
  html: async () => (await import('@codemirror/lang-html')).html(),
  xml: async () => (await import('@codemirror/lang-xml')).xml(),
  css: async () => (await import('@codemirror/lang-css')).css(),
  yaml: async () => (await import('@codemirror/lang-yaml')).yaml(),
  graphql: async () => (await import('./simple-languages.ts')).graphql(),
  sql: async () => (await import('./simple-languages.ts')).sql(),
  markdown: async () => (await import('@codemirror/lang-markdown')).markdown(),
};

/** Loads the support for a language; null for a language without one. */
export async function languageSupport(name: string): Promise<LanguageSupport | null> {
  return (await LANGUAGES[name]?.()) ?? null;
}
