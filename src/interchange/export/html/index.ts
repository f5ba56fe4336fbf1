// The documentation of a collection as one HTML page, which loads nothing from elsewhere. It can be read and printed
// without its script, which searches and shows code in other formats.
import { requestsOf, type Collection, type Item } from '../../../collections/model/collection.ts';
import { INHERIT, type Auth } from '../../../collections/model/auth.ts';
import { operationSchemas, type OperationSchemas } from './operation-schemas.ts';
import { defineExport, type CollectionExport, type ExportContext } from '../contract.ts';
import { escapeHtml } from '../../../base/escape-html.ts';
import { CodeSamples } from './code.ts';
import { anchorsOf, contentsList, type Anchors } from './contents.ts';
import { renderMarkdown } from './markdown.ts';
import { Parts } from './parts.ts';
import { renderPage } from './page.ts';
import { requestSection } from './request.ts';
import { publicInterpolation, type Interpolate } from '../shared/public-values.ts';

export const html = defineExport<CollectionExport>({
  kind: 'collection',
  format: 'html',
  label: 'API Documentation (HTML)',
  ending: ' docs.html',
  write: (collection, context) => ({ text: pageOf(collection, context), warnings: [] }),
});

function pageOf(collection: Collection, { environment, description }: ExportContext): string {
  const { items, name, docs } = collection;
  const writing: Writing = {
    anchors: anchorsOf(items),
    interpolate: publicInterpolation(collection.variables, environment?.variables ?? []),
    code: new CodeSamples(),
    parts: new Parts(),
    schemas: description === undefined ? new Map() : operationSchemas(description),
  };
  const count = [...requestsOf(items)].length;
  const main = `<h1>${escapeHtml(name)}</h1>
<p class="quiet">${count} ${count === 1 ? 'request' : 'requests'}</p>
${renderMarkdown(writing.interpolate(docs))}
${sections(items, { level: 2, auth: collection.auth }, writing)}`;
  const contents = contentsList(items, writing.anchors);
  const { picker, data } = writing.code;
  const whole = writing.parts.complete(main);
  return renderPage({ title: name, contents, main: whole.main, picker, data: `${data}\n${whole.data}` });
}

interface Writing {
  readonly anchors: Anchors;
  readonly interpolate: Interpolate;
  readonly code: CodeSamples;
  readonly parts: Parts;
  readonly schemas: ReadonlyMap<string, OperationSchemas>;
}

interface SectionContext {
  readonly level: number;
  /** The authorization that requests inherit. */
  readonly auth: Auth;
}

function sections(items: readonly Item[], { level, auth }: SectionContext, writing: Writing): string {
  const { anchors, interpolate, code, schemas, parts } = writing;
  return items
    .map((item) => {
      const anchor = anchors.get(item) ?? '';
      const heading = Math.min(level, 6);
      const own = item.kind === 'folder' ? item.folder.auth : item.request.auth;
      const inherited = own.type === INHERIT.type ? auth : own;
      if (item.kind === 'request')
        return requestSection(item.request, {
          anchor,
          level: heading,
          interpolate,
          code,
          parts,
          auth: inherited,
          schemas: schemas.get(item.request.id) ?? null,
        });
      const { name, docs, items: inner } = item.folder;
      return `<section id="${anchor}">
<h${heading}>${escapeHtml(name)}</h${heading}>
${renderMarkdown(interpolate(docs))}
${sections(inner, { level: level + 1, auth: inherited }, writing)}
</section>`;
    })
    .join('\n');
}
