// Shows one held message: what it is, its editor, and what can be done with it.
import { useNow } from '../../state/clock.ts';
import { useCommands, type Command } from '../../commands/index.ts';
import { go } from '../../state/location.ts';
import { elapsedText } from '../../format/measures.ts';
import { lastSegment, urlParts } from '../../format/url.ts';
import { Badge, Button, MethodText, MiddleText, Separator } from '../../parts/index.ts';
import css from './breakpoints.module.css';
import {
  abort,
  changedParts,
  resetEdits,
  sendAsNew,
  sendEdited,
  sendOriginal,
  sentHeaders,
  useEdits,
  type Content,
  type Held,
} from './edits.ts';
import { makeRule } from './make-rule.ts';
import { MessagePane } from './message-pane.tsx';

interface HeldMessageProps {
  readonly held: Held;
  /** True when only the edits are left, because the client left or the time was up. */
  readonly isGone: boolean;
}

export function HeldMessage({ held, isGone }: HeldMessageProps) {
  const { content, error } = useEdits(held);
  const changed = changedParts(held, content);
  const isResponse = held.stage === 'response';
  return (
    <section className={css['center']} aria-label={`Held ${held.stage}`}>
      <Head held={held} isGone={isGone} />
      <div className={css['sides']}>
        {isResponse && <MessagePane held={held} side="request" content={null} changed={[]} error={null} />}
        <MessagePane held={held} side={held.stage} content={content} changed={changed} error={error} />
      </div>
      {isGone ? (
        <GoneFoot held={held} content={content} />
      ) : (
        <Foot held={held} content={content} isChanged={changed.length > 0} />
      )}
    </section>
  );
}

function Head({ held, isGone }: HeldMessageProps) {
  const now = useNow(!isGone);
  const { origin, path, query } = urlParts(held.request.url);
  const [head, last] = lastSegment(path);
  return (
    <div className={css['head']}>
      {isGone ? (
        <Badge tone="danger">Held no more</Badge>
      ) : (
        <Badge tone={held.stage === 'response' ? 'info' : 'warn'}>Held at {held.stage}</Badge>
      )}
      <MethodText flow={{ method: held.request.method }} />
      <MiddleText
        className="mono"
        head={<span className={css['quiet']}>{origin + head}</span>}
        end={last}
        query={query}
        title={held.request.url}
      />
      <span className={css['gap']} />
      <span className={css['waiting']}>
        by {held.ruleName}
        {!isGone && `, waiting ${elapsedText(held.pausedAt, now)}${timeLeft(held, now)}`}
      </span>
    </div>
  );
}

/** Says what happens without a decision, and when. */
function timeLeft({ timeout }: Held, now: number): string {
  if (timeout === undefined) return '';
  const left = elapsedText(new Date(now).toISOString(), Date.parse(timeout.at));
  return timeout.action === 'abort' ? `, aborted in ${left}` : `, sent unchanged in ${left}`;
}

/** The actions for edits whose message is no longer held. */
function GoneFoot({ held, content }: { readonly held: Held; readonly content: Content }) {
  const send = async (): Promise<void> => {
    const id = await sendAsNew(held, content);
    if (id !== null) go('traffic', { id: String(id) });
  };
  return (
    <div className={css['foot']}>
      <span className={css['footText']}>
        {held.stage === 'request'
          ? 'Its client left, or its time was over. It can be sent as a new request.'
          : 'Its client left, or its time was over: a response can no longer be sent. Copy what you need.'}
      </span>
      <span className={css['gap']} />
      <Button kind="line" onClick={() => resetEdits(held)}>
        Discard edits
      </Button>
      {held.stage === 'request' && (
        <Button kind="primary" onClick={() => void send()}>
          Send as a new request
        </Button>
      )}
    </div>
  );
}

interface FootProps {
  readonly held: Held;
  readonly content: Content;
  readonly isChanged: boolean;
}

const KEYS = { send: 'mod+enter', abort: 'mod+backspace', rule: 'm' };

function Foot({ held, content, isChanged }: FootProps) {
  const send = (): void => void sendEdited(held, content);
  const rule = (): void => void makeRule(held, { ...content, headers: sentHeaders(content.headers) });
  const command = (id: string, title: string, keys: string, run: () => void, inFields: boolean): Command => {
    return { id: `breakpoints.${id}`, title, group: 'breakpoints', keys, inFields, run };
  };
  useCommands([
    command('send', isChanged ? 'Send edited' : 'Send', KEYS.send, send, true),
    command('original', 'Send original', 'mod+alt+enter', () => void sendOriginal(held), true),
    // Not in fields, where these keys delete words.
    command('abort', 'Abort held message', KEYS.abort, () => void abort(held), false),
    {
      ...command('rule', 'Make a rule of this edit', KEYS.rule, rule, false),
      ...(!isChanged && { why: 'Edit the message first' }),
    },
  ]);
  return (
    <div className={css['foot']}>
      <Button kind="danger" keys={KEYS.abort} onClick={() => void abort(held)}>
        Abort
      </Button>
      <span className={css['footText']}>The app sees a closed connection.</span>
      <span className={css['gap']} />
      {isChanged && (
        <>
          <Button onClick={() => resetEdits(held)}>Reset edits</Button>
          <Button
            keys={KEYS.rule}
            title="Makes a rule that edits further messages in the same way"
            onClick={rule}
          >
            Make a rule
          </Button>
          <Separator />
          <Button kind="line" keys="mod+alt+enter" onClick={() => void sendOriginal(held)}>
            Send original
          </Button>
        </>
      )}
      <Button kind="primary" keys={KEYS.send} onClick={send}>
        {isChanged ? 'Send edited' : 'Send'}
      </Button>
    </div>
  );
}
