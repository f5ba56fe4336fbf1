// Tables of the fields of a body: those of its JSON Schema, or those inferred from an example.
import { escapeHtml } from '../../../base/escape-html.ts';
import type { SchemaField } from './schema-fields.ts';
import { renderMarkdown } from './markdown.ts';

export function schemaTable(caption: string, fields: readonly SchemaField[]): string {
  if (fields.length === 0) return '';
  const hasDocs = fields.some(({ docs }) => docs !== '');
  const rows = fields.map(({ path, type, required, docs }) => {
    const mark = required ? ' <span class="required">required</span>' : '';
    const about = hasDocs ? `<td>${renderMarkdown(docs)}</td>` : '';
    return `<tr><td><code>${escapeHtml(path)}</code>${mark}</td><td>${escapeHtml(type)}</td>${about}</tr>`;
  });
  const head = `<tr><th scope="col">Field</th><th scope="col">Type</th>${hasDocs ? '<th scope="col">Description</th>' : ''}</tr>`;
  return `<details class="schema"><summary>${escapeHtml(caption)}</summary><div class="wide" tabindex="0" role="region" aria-label="${escapeHtml(caption)}"><table><thead>${head}</thead><tbody>${rows.join('')}</tbody></table></div></details>`;
}
