// A part of what was said: text in paragraphs, a call with its result, an image. Everything is shown as text.
import { CircleAlert, Wrench } from 'lucide-react';
import type { Part, Result } from '../../../src/flow/views/index.ts';
import { countText } from '../../format/measures.ts';
import css from './conversation.module.css';
import { DataImage } from './data-image.tsx';
import { Fold } from './fold.tsx';
import { JsonText } from './json-text.tsx';
import { FOLDED, oneLine, visible } from './prose.ts';
import { Prose } from './prose-view.tsx';
import { useIsSought } from './sought.ts';

interface PartViewProps {
  readonly part: Part;
  /** True for instructions of the system. */
  readonly isSystem?: boolean;
}

export function PartView({ part, isSystem = false }: PartViewProps) {
  switch (part.type) {
    case 'text':
      return <Prose text={part.text} folded={isSystem ? FOLDED.system : FOLDED.said} />;
    case 'thinking':
      return <Thinking text={part.text} />;
    case 'refusal':
    case 'error':
      return (
        <div className={css['failed']}>
          <CircleAlert role="img" aria-label={part.type === 'error' ? 'Error' : 'Refused'} />
          <Prose text={part.text} />
        </div>
      );
    case 'call':
      return <CallView call={part} />;
    case 'result':
      return (
        <div className={css['call']}>
          <p className={css['callHead']}>
            Result of <code>{visible(part.name)}</code>
          </p>
          <ResultView result={part.result} />
        </div>
      );
    case 'image':
      return <DataImage mime={part.mime} base64={part.base64} />;
    case 'json':
      return <JsonText title={part.title} text={part.text} />;
    case 'entries':
      return <Entries part={part} />;
    case 'progress':
      return <Progress part={part} />;
    case 'other':
      return (
        <p className={css['other']} dir="auto">
          {visible(part.kind)}
          {part.text !== '' && `: ${visible(part.text.slice(0, MAX_OTHER))}`}
        </p>
      );
  }
}

const MAX_OTHER = 2000;

function Thinking({ text }: { readonly text: string }) {
  const isSought = useIsSought(text);
  return (
    <Fold label="Thinking" summary={oneLine(visible(text.slice(0, 200)))} isOpenAtFirst={isSought}>
      <div className={css['thinking']}>
        <Prose text={text} />
      </div>
    </Fold>
  );
}

function CallView({ call }: { readonly call: Extract<Part, { readonly type: 'call' }> }) {
  const { name, method, arguments: given, facts, result } = call;
  return (
    <div className={css['call']} data-failed={result?.isError === true}>
      <p className={css['callHead']}>
        <Wrench role="img" aria-label="Call" />
        <code>{visible(name)}</code>
        {method !== '' && <span>{visible(method)}</span>}
        {result?.isError === true && <strong>failed</strong>}
      </p>
      {given !== '' && <JsonText title="Arguments" text={given} />}
      {facts.map(([title, value], index) => (
        <JsonText key={index} title={title} text={value} />
      ))}
      {result !== null && <ResultView result={result} />}
    </div>
  );
}

function ResultView({ result: { isError, parts } }: { readonly result: Result }) {
  return (
    <div
      className={css['result']}
      data-failed={isError}
      role="group"
      aria-label={isError ? 'Failed result' : 'Result'}
    >
      {parts.length === 0 && <p className={css['none']}>Nothing</p>}
      {parts.map((part, index) =>
        // What a tool returns is often JSON.
        part.type === 'text' && /^\s*[[{]/.test(part.text) ? (
          <JsonText key={index} title="Result" text={part.text} />
        ) : (
          <PartView key={index} part={part} />
        ),
      )}
    </div>
  );
}

const SHOWN_ENTRIES = 8;

function Entries({
  part: { title, count, entries },
}: {
  readonly part: Extract<Part, { readonly type: 'entries' }>;
}) {
  const names = entries.map(([name]) => name).slice(0, SHOWN_ENTRIES);
  return (
    <Fold
      label={`${countText(count)} ${visible(title)}`}
      summary={oneLine(visible(names.join(', ')))}
      isOpenAtFirst={entries.length <= SHOWN_ENTRIES}
    >
      <dl className={css['facts']}>
        {entries.map(([name, text], index) => (
          <div key={index}>
            <dt dir="auto">{visible(name)}</dt>
            <dd dir="auto">{visible(text)}</dd>
          </div>
        ))}
      </dl>
    </Fold>
  );
}

function Progress({
  part: { value, total, text },
}: {
  readonly part: Extract<Part, { readonly type: 'progress' }>;
}) {
  return (
    <p className={css['progress']}>
      {total !== null && total > 0 && (
        <progress value={Math.min(value, total)} max={total} aria-label="Progress" />
      )}
      <span className={css['count']}>
        {countText(value)}
        {total !== null && ` of ${countText(total)}`}
      </span>
      <span dir="auto">{visible(text)}</span>
    </p>
  );
}
