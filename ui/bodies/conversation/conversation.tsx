// A conversation with a model, or the messages of MCP: who said what, calls with their results, and figures at the foot.
import { useEffect, useRef, useState } from 'react';
import type { ContentPart } from '../../../src/flow/filter/index.ts';
import type { Conversation as Said, Turn } from '../../../src/flow/views/index.ts';
import { countText } from '../../format/measures.ts';
import { Button } from '../../parts/index.ts';
import shared from '../../parts/content.module.css';
import { useNeedlesIn } from '../hit-areas.ts';
import css from './conversation.module.css';
import { FigureStrip } from './figure-strip.tsx';
import { Fold } from './fold.tsx';
import { PartView } from './part-view.tsx';
import { Sought } from './sought.ts';

/** Turns that are drawn at first, and with each press. The last ones matter. */
const SHOWN = 60;

interface ConversationProps {
  readonly conversation: Said;
  readonly label: string;
  readonly part: ContentPart;
}

export function Conversation({ conversation, label, part }: ConversationProps) {
  const { title, model, facts, turns, figures } = conversation;
  const [shown, setShown] = useState(SHOWN);
  const needles = useNeedlesIn(part);
  // A hit may be in any turn.
  const hidden = needles.length > 0 ? 0 : Math.max(0, turns.length - shown);
  return (
    <Sought value={needles}>
      <div className={shared['scroll']} role="region" tabIndex={0} aria-label={label}>
        <header className={css['head']}>
          <span className={css['title']}>{title}</span>
          {model !== null && <code>{model}</code>}
          {facts.length > 0 && (
            <Fold summary={factSummary(facts)} label="Settings">
              <dl className={css['facts']}>
                {facts.map(([name, value], index) => (
                  <div key={index}>
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
            </Fold>
          )}
        </header>
        {hidden > 0 && (
          <p className={css['earlier']}>
            <Button size="small" onClick={() => setShown(shown + SHOWN)}>
              Show earlier messages
            </Button>
            {countText(hidden)} earlier
          </p>
        )}
        <ol className={css['turns']}>
          {turns.slice(hidden).map((turn, index) => (
            <TurnView key={hidden + index} turn={turn} />
          ))}
        </ol>
      </div>
      {figures !== null && <FigureStrip figures={figures} model={model} />}
    </Sought>
  );
}

/** Such as `temperature 0.2, stream, 3 more`. */
function factSummary(facts: Said['facts']): string {
  const names = facts.slice(0, 3).map(([name]) => name);
  return [...names, ...(facts.length > names.length ? [`${facts.length - names.length} more`] : [])].join(
    ', ',
  );
}

const ROLES: Readonly<Record<string, string>> = { model: 'Assistant', developer: 'System' };

function TurnView({ turn: { role, about, parts } }: { readonly turn: Turn }) {
  const element = useRef<HTMLLIElement>(null);
  const [height, setHeight] = useState<number | null>(null);
  // The browser leaves out turns that are not in sight, and needs to know how much room they take.
  useEffect(() => setHeight(element.current?.offsetHeight ?? null), []);
  return (
    <li
      ref={element}
      className={css['turn']}
      data-role={role}
      style={height === null ? undefined : { containIntrinsicBlockSize: `auto ${height}px` }}
    >
      <div className={css['role']}>
        <span dir="auto">{ROLES[role] ?? capital(role)}</span>
        {about !== '' && <small dir="auto">{about}</small>}
      </div>
      <div className={css['said']}>
        {parts.length === 0 && <p className={css['none']}>Nothing</p>}
        {parts.map((part, index) => (
          <PartView key={index} part={part} isSystem={role === 'system' || role === 'developer'} />
        ))}
      </div>
    </li>
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
