// Tables of the fields of a body: those of its JSON Schema, or those inferred from an example.
import { escapeHtml } from '../../../base/escape-html.ts';
import type { Parts } from './parts.ts';
import type { SchemaField } from './schema-fields.ts';
import { renderMarkdown } from './markdown.ts';

export function schemaTable(caption: string, fields: readonly SchemaField[], parts: Parts): string {
  if (fields.length === 0) return '';
  const hasDocs = fields.some(({ docs }) => docs !== '');
  const rows = fields.map(({ path, type, required, docs }) => {
    const mark = required ? ' <span class="required">required</span>' : '';
    const about = hasDocs ? `<td>${renderMarkdown(docs)}</td>` : '';
    return `<tr><td><code>${escapeHtml(path)}</code>${mark}</td><td>${escapeHtml(type)}</td>${about}</tr>`;
  });
  const head = `<tr><th scope="col">Field</th><th scope="col">Type</th>${hasDocs ? '<th scope="col">Description</th>' : ''}</tr>`;
  const table = `<div class="wide" tabindex="0" role="group" aria-label="Fields"><table><thead>${head}</thead><tbody>${rows.join('')}</tbody></table></div>`;
  return parts.details(' class="schema"', escapeHtml(caption), table);
}
