// The errors of a load test by kind, and samples of them.
import { useState } from 'react';
import { clockText, countText, durationText } from '../../../format/measures.ts';
import { Button, Dialog, SectionHead } from '../../../parts/index.ts';
import { kindsOf } from './error-kinds.ts';
import css from './loads.module.css';
import type { RequestTotals, Sample, Totals } from './model.ts';

const MAX_ROWS = 100;

export function ErrorsPane({ totals }: { readonly totals: Totals }) {
  const [isShown, setShown] = useState(false);
  const kinds = kindsOf(totals.perRequest);
  const samples = totals.perRequest.reduce((sum, each) => sum + (each.samples?.length ?? 0), 0);
  return (
    <section className={css['errors']} aria-label="Errors by kind">
      <SectionHead title="Errors" note={`${countText(totals.errors)}, by kind`}>
        {samples > 0 && (
          <Button size="small" onClick={() => setShown(true)}>
            Show {samples} samples
          </Button>
        )}
      </SectionHead>
      {kinds.length === 0 ? (
        <p className={css['none']}>None</p>
      ) : (
        <ul className={css['kinds']} tabIndex={0} aria-label="Kinds of errors">
          {kinds.slice(0, MAX_ROWS).map(({ request, code, text, count }) => (
            <li key={`${request} ${code} ${text}`}>
              <strong data-code={code}>{code}</strong>
              <span title={request}>{request}</span>
              <span title={text} className={css['quiet']}>
                {text}
              </span>
              <span className={css['number']}>{countText(count)}</span>
            </li>
          ))}
        </ul>
      )}
      {isShown && <Samples requests={totals.perRequest} onClose={() => setShown(false)} />}
    </section>
  );
}

function Samples({
  requests,
  onClose,
}: {
  readonly requests: readonly RequestTotals[];
  readonly onClose: () => void;
}) {
  const all = requests
    .flatMap(({ name, method, samples = [] }) => samples.map((sample) => ({ ...sample, name, method })))
    .sort((a, b) => a.time - b.time);
  return (
    <Dialog
      title="Samples of errors"
      text="The first of each kind, with the beginning of their responses."
      wide
      isText
      onClose={onClose}
      actions={
        <Button kind="line" onClick={onClose}>
          Close
        </Button>
      }
    >
      <ul className={css['samples']}>
        {all.map((sample, at) => (
          <li key={at}>
            <p>
              <strong>
                {sample.method} {sample.name}
              </strong>{' '}
              {sample.reason}
              <small>
                {' '}
                {clockText(new Date(sample.time).toISOString())}, after {durationText(sample.ms)}
              </small>
            </p>
            <Excerpt sample={sample} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Excerpt({ sample: { kind, head, body } }: { readonly sample: Sample }) {
  if (kind === 'none') return <p className={css['none']}>There was no response.</p>;
  if (head === '') return <p className={css['none']}>Its response was not kept.</p>;
  return (
    <pre className={css['excerpt']}>
      {head}
      {body === null || body === '' ? '' : `\n\n${body}`}
    </pre>
  );
}
