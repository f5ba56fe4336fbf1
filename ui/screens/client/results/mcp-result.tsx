// The answer of an MCP server: its contents, one below the other.
import { TriangleAlert } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { sizeText } from '../../../format/measures.ts';
import { formattedJson, languageOf } from '../../../format/text.ts';
import shared from '../../../parts/content.module.css';
import { Note } from '../../../parts/index.ts';
import type { ResultProps } from './result-props.ts';
import css from './mcp-result.module.css';

const CodeText = lazy(() => import('../../../editor/code-text.tsx'));

interface Part {
  readonly title: string;
  readonly note: string;
  readonly text: string;
}

export function McpResult({ body }: ResultProps) {
  const isError = isRecord(body) && body['isError'] === true;
  return (
    <div className={shared['scroll']} role="region" aria-label="Result" tabIndex={0}>
      {isError && (
        <Note tone="danger" icon={TriangleAlert} title="The tool has failed">
          It says so in its result.
        </Note>
      )}
      {partsOf(body).map(({ title, note, text }, at) => (
        <section key={at} aria-label={`${title} ${at + 1}`}>
          <h3 className={shared['section']}>
            {title} <span>{note}</span>
          </h3>
          {languageOf(text) === 'text' ? (
            <p className={css['text']} dir="auto">
              {text}
            </p>
          ) : (
            <Suspense fallback={null}>
              <CodeText text={formattedJson(text)} language={languageOf(text)} label={title} />
            </Suspense>
          )}
        </section>
      ))}
    </div>
  );
}

/** Returns the contents of a result of any operation; what is not known is JSON. */
function partsOf(body: unknown): readonly Part[] {
  if (!isRecord(body)) return [jsonPart('Result', body)];
  const { content, contents, messages, structuredContent } = body;
  const parts = [
    ...listOf(content).map(contentPart),
    ...listOf(contents).map(contentPart),
    ...listOf(messages).map((message) => ({
      ...contentPart(isRecord(message) ? message['content'] : message),
      note: isRecord(message) ? textOf(message['role']) : '',
    })),
    ...(structuredContent === undefined ? [] : [jsonPart('Structured', structuredContent)]),
  ];
  return parts.length > 0 ? parts : [jsonPart('Result', body)];
}

function contentPart(content: unknown): Part {
  if (!isRecord(content)) return jsonPart('Content', content);
  const { type, text, uri, resource, mimeType, data } = content;
  if (typeof text === 'string')
    return { title: uri === undefined ? 'Text' : 'Resource', note: textOf(uri), text };
  if (isRecord(resource)) return { ...contentPart(resource), title: 'Resource' };
  const encoded = typeof data === 'string' ? data : textOf(content['blob']);
  if (encoded === '') return jsonPart(textOf(type) || 'Content', content);
  const size = sizeText(Math.floor((encoded.length * 3) / 4));
  return {
    title: textOf(type) || 'Binary',
    note: textOf(mimeType),
    text: `${size} that are not text: see JSON.`,
  };
}

function jsonPart(title: string, value: unknown): Part {
  return { title, note: '', text: value === undefined ? '' : JSON.stringify(value) };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
