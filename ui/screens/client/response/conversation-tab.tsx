// The answer of a model as it arrives: the events of its provider, read as a conversation.
import { useEffect, useMemo, useState } from 'react';
import { viewOf } from '../../../bodies/ask-view.ts';
import { Conversation } from '../../../bodies/conversation/conversation.tsx';
import { Markdown } from '../../../bodies/conversation/prose-view.tsx';
import { Waiting } from '../../../bodies/waiting.tsx';
import type { View } from '../../../../src/flow/views/index.ts';
import shared from '../../../parts/content.module.css';
import type { SendMessage } from '../sends/events.ts';
import { mainExchange, type Shown } from './shown.ts';

export function ConversationTab({ send }: { readonly send: Shown }) {
  const view = useConversation(send);
  if (view === null) return <Waiting />;
  if (view.type !== 'conversation')
    return <p className={shared['hint']}>The answer is not in a form that is known here: see its events.</p>;
  return (
    <Markdown value>
      <Conversation conversation={view.conversation} label="Conversation" part="response-body" />
    </Markdown>
  );
}

function useConversation({ type, messages, exchanges, startedAt }: Shown): View | null {
  const [view, setView] = useState<View | null>(null);
  const main = mainExchange(exchanges);
  const url = main?.url ?? '';
  const { bytes, contentType } = useMemo(() => asBody(messages), [messages]);
  const chunkTimes = useMemo(() => messages.map(({ time }) => time - startedAt), [messages, startedAt]);
  const complete = type === 'ended';
  useEffect(() => {
    let isCurrent = true;
    const context = { contentType, side: 'response', url, headers: [], complete, chunkTimes } as const;
    void viewOf({ bytes, context, viewId: 'ai', from: null }).then(
      (answer) => {
        if (isCurrent) setView(answer.view);
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [bytes, contentType, url, complete, chunkTimes]);
  return view;
}

/** Returns the messages as the provider has sent them: a stream of events, or one document. */
function asBody(messages: readonly SendMessage[]): {
  readonly bytes: Uint8Array;
  readonly contentType: string;
} {
  const [first] = messages;
  const encoder = new TextEncoder();
  if (messages.length === 1 && first?.name === '' && isDocument(first.text ?? ''))
    return { bytes: encoder.encode(first.text), contentType: 'application/json' };
  const events = messages.map(({ name, text = '' }) => {
    const data = text.split('\n').map((line) => `data: ${line}\n`);
    return `${name === '' ? '' : `event: ${name}\n`}${data.join('')}\n`;
  });
  return { bytes: encoder.encode(events.join('')), contentType: 'text/event-stream' };
}

/** A whole answer has its choices or its content in one object; a first event may be alone for a moment. */
function isDocument(text: string): boolean {
  return !/"(?:object"\s*:\s*"chat\.completion\.chunk|type"\s*:\s*"(?:message_start|response\.))/.test(text);
}
