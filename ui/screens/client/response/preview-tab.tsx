// A preview of a send: nothing is asked of a server and no script runs, so what needs that says so.
import { CircleX, Info, TriangleAlert } from 'lucide-react';
import { lazy, Suspense, type ReactNode } from 'react';
import { Waiting } from '../../../bodies/waiting.tsx';
import { sizeText } from '../../../format/measures.ts';
import { languageOf } from '../../../format/text.ts';
import shared from '../../../parts/content.module.css';
import { Note } from '../../../parts/index.ts';
import { RequestLabel } from '../parts/request-label.tsx';
import type { RequestFields, Where } from '../sends/index.ts';
import css from './preview-tab.module.css';
import { SourcedFields } from './sourced-fields.tsx';
import { usePreview, type Preview } from './use-preview.ts';

const CodeText = lazy(() => import('../../../editor/code-text.tsx'));

interface PreviewTabProps {
  readonly request: RequestFields;
  readonly where: Where;
}

export function PreviewTab({ request, where }: PreviewTabProps) {
  const { preview, error } = usePreview(request, where);
  if (error !== null)
    return (
      <Note tone="danger" icon={CircleX} title="There is no preview">
        {error}
      </Note>
    );
  if (preview === null) return <Waiting />;
  const { method, url, headers, variables, unknown, body } = preview;
  return (
    <div className={shared['scroll']} role="region" aria-label="Preview" tabIndex={0}>
      <Remarks preview={preview} />
      <p className={css['line']}>
        <RequestLabel type={request['type']} method={method} /> <WithUnknown text={url} names={unknown} />
      </p>
      {variables.length + unknown.length > 0 && <Variables {...{ variables, unknown }} />}
      {headers.length > 0 && (
        <>
          <h3 className={shared['section']}>
            Headers <span>{headers.length} will be sent</span>
          </h3>
          <SourcedFields fields={headers} label="Headers" />
        </>
      )}
      {body.size > 0 && <Body body={body} />}
      {body.files.map(({ path, isThere }) => (
        <p key={path} className={shared['hint']}>
          {isThere ? 'From the file' : 'The file is not there:'} {path}
        </p>
      ))}
    </div>
  );
}

const NEEDS: Readonly<Record<string, string>> = {
  scripts: 'Scripts run before it is sent, and may change it.',
  token: 'A token is requested before it is sent.',
  challenge: 'The server is asked how to sign in first.',
};

function Remarks({ preview: { errors, unknown, needs } }: { readonly preview: Preview }) {
  return (
    <>
      {errors.length > 0 && (
        <Note tone="warn" icon={TriangleAlert} title="It cannot be sent like this">
          {lines(errors)}
        </Note>
      )}
      {unknown.length > 0 && (
        <Note
          tone="warn"
          icon={TriangleAlert}
          title={`${unknown.join(', ')} ${unknown.length === 1 ? 'is' : 'are'} sent as written`}
        >
          No scope has a value for {unknown.length === 1 ? 'this name' : 'these names'}.
        </Note>
      )}
      {needs.length > 0 && (
        <Note tone="info" icon={Info}>
          {lines(needs.map((need) => NEEDS[need] ?? need))}
        </Note>
      )}
    </>
  );
}

function lines(texts: readonly string[]): ReactNode {
  return texts.map((text) => <p key={text}>{text}</p>);
}

/** Marks the names that have no value. */
function WithUnknown({ text, names }: { readonly text: string; readonly names: readonly string[] }) {
  const parts = text.split(/(\{\{[^{}]*\}\})/);
  return (
    <span className={css['url']}>
      {parts.map((part, index) =>
        names.includes(part.slice(2, -2).trim()) && index % 2 === 1 ? (
          <span key={index} className={css['unknown']}>
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </span>
  );
}

function Variables({ variables, unknown }: Pick<Preview, 'variables' | 'unknown'>) {
  return (
    <>
      <h3 className={shared['section']}>
        Variables <span>{variables.length + unknown.length} used</span>
      </h3>
      <table className={css['variables']} aria-label="Variables">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Value</th>
            <th scope="col">From</th>
          </tr>
        </thead>
        <tbody>
          {variables.map(({ name, resolved, scope, owner }) => (
            <tr key={name}>
              <td>{name}</td>
              <td>{resolved}</td>
              <td>{owner === scope ? owner : `${owner}, ${scope}`}</td>
            </tr>
          ))}
          {unknown.map((name) => (
            <tr key={name} data-unknown>
              <td>{name}</td>
              <td>no value</td>
              <td />
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function Body({ body: { size, text, contentType } }: Pick<Preview, 'body'>) {
  return (
    <>
      <h3 className={shared['section']}>
        Body{' '}
        <span>
          {contentType ?? 'no type'}, {sizeText(size)}
        </span>
      </h3>
      {text === null ? (
        <p className={shared['hint']}>It is not text, or too long to be shown.</p>
      ) : (
        <div className={css['body']}>
          <Suspense fallback={<Waiting />}>
            <CodeText text={text} language={languageOf(text)} label="Body of the preview" />
          </Suspense>
        </div>
      )}
    </>
  );
}
