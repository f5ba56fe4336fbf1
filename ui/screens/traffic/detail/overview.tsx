// Shows the exchange at a glance, with its color and comment.
import { useState } from 'react';
import type { FlowDetail } from '../../../../src/session/methods/ui-types.ts';
import { dateTimeText, durationText, sizeText } from '../../../format/measures.ts';
import { isViewer } from '../../../state/mode.ts';
import { COLORS, MAX_COMMENT, setColor, setComment } from '../actions/request-actions.ts';
import { letterOf, sessionOf, THIS_SESSION } from '../model/sessions.ts';
import shared from '../../../parts/content.module.css';
import css from './overview.module.css';
import { Facts } from '../../../parts/name-values.tsx';
import { TimingBars } from '../../../parts/timing-bars.tsx';

export function Overview({ detail }: { readonly detail: FlowDetail }) {
  const { timing, tls, notes, repairs } = detail;
  return (
    <div className={shared['scroll']}>
      <Facts
        rows={[
          [
            'URL',
            <span key="url" className="mono">
              {detail.url}
            </span>,
          ],
          [
            'Sent to',
            detail.request.url === undefined ? null : <span className="mono">{detail.request.url}</span>,
          ],
          ['Started', dateTimeText(detail.startedAt)],
          ['Duration', detail.durationMs === undefined ? 'goes on' : durationText(detail.durationMs)],
          ['Client', detail.app],
          ['Server', detail.remoteAddress],
          ['Protocol', detail.httpVersion],
          ['Size', sizes(detail)],
          ['TLS', tls === undefined ? null : `${tls.version}, ${tls.cipher}`],
          ['Not decrypted', detail.notDecrypted],
          ['Session', sessionText(detail)],
          ['Kept', keptText(detail)],
          ...(isViewer ? ([['Comment', detail.comment]] as const) : []),
          ...(notes ?? []).map((note) => ['Note', note] as const),
          ...(repairs ?? []).map(({ text, reference }) => ['Repaired', `${text} (${reference})`] as const),
        ]}
      />
      {timing !== undefined && (
        <>
          <h3 className={shared['section']}>
            Timing
            {detail.durationMs !== undefined && <span>{durationText(detail.durationMs)} in all</span>}
          </h3>
          <TimingBars timing={timing} />
        </>
      )}
      {!isViewer && <Remarks detail={detail} />}
    </div>
  );
}

function sessionText(detail: FlowDetail): string | undefined {
  if (isViewer) return detail.openedFrom;
  const session = sessionOf(detail);
  return session === THIS_SESSION ? `${letterOf(session)}, this session` : `${letterOf(session)}, ${session}`;
}

/** Says why the limit of the list does not drop the request; null for one that it may drop. */
function keptText({ openedFrom, pinned, color, comment }: FlowDetail): string | null {
  if (isViewer) return null;
  const reason =
    openedFrom !== undefined
      ? 'of a file'
      : pinned === true
        ? 'pinned'
        : color !== undefined
          ? 'coloured'
          : comment !== undefined
            ? 'commented'
            : null;
  return reason === null ? null : `${reason}: the list limit does not drop it`;
}

function sizes({ requestSize, responseSize, sentBytes, receivedBytes }: FlowDetail): string | null {
  const up = requestSize ?? sentBytes;
  const down = responseSize ?? receivedBytes;
  const parts = [
    up === undefined ? null : `${sizeText(up)} up`,
    down === undefined ? null : `${sizeText(down)} down`,
  ];
  return parts.filter((part) => part !== null).join(', ') || null;
}

function Remarks({ detail: { id, color, comment = '' } }: { readonly detail: FlowDetail }) {
  const [text, setText] = useState(comment);
  return (
    <>
      <h3 className={shared['section']}>
        Comment
        <span className={css['colors']} role="radiogroup" aria-label="Color">
          {(['none', ...COLORS] as const).map((each) => (
            <button
              key={each}
              type="button"
              role="radio"
              aria-checked={(color ?? 'none') === each}
              aria-label={each === 'none' ? 'No color' : each}
              title={each === 'none' ? 'No color' : each}
              className={css['color']}
              style={{ background: `var(--hl-${each}-bar)` }}
              onClick={() => void setColor([id], each)}
            />
          ))}
        </span>
      </h3>
      <div className={css['commentArea']}>
        <textarea
          aria-label="Comment"
          rows={2}
          maxLength={MAX_COMMENT}
          placeholder="Kept with the request, exported, and found by filters"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onBlur={() => {
            if (text !== comment) void setComment([id], text);
          }}
        />
      </div>
    </>
  );
}
