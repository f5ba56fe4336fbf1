// The messages of a call: one for a method that takes one, steps for a stream.
import { Button } from '../../../../../parts/index.ts';
import { formattedJson } from '../../../../../format/text.ts';
import { useStore } from '../../../../../state/store.ts';
import type { PaneProps } from '../../pane.ts';
import { useDescription } from '../shared/description.ts';
import { MessageText } from '../shared/message-text.tsx';
import { editSection } from '../shared/options-pane.tsx';
import type { StepEditorProps, StepKind } from '../shared/step-kind.ts';
import { StepsPane } from '../shared/steps-pane.tsx';
import css from '../shared/steps.module.css';
import { knownKind, methodKinds } from './kinds.ts';

interface GrpcMessage {
  readonly text: string;
}

const messages: StepKind<GrpcMessage> = {
  title: 'Messages',
  note: 'sent by Connect',
  send: 'Send message',
  read: ({ grpc }) => (grpc?.messages ?? []).map((text) => ({ text })),
  write: (request, steps) => ({
    grpc: { ...request.grpc, messages: steps.map(({ text }) => text) },
  }),
  adds: [{ title: 'Add message', step: { text: '{}' } }],
  row: ({ text }) => ({ action: 'Send', text: text.slice(0, 200), note: 'JSON' }),
  Editor: MessageEditor,
  outgoing: ({ text }) => ({ text, kind: 'json' }),
};

function MessageEditor({ step, label, variables, onChange }: StepEditorProps<GrpcMessage>) {
  return (
    <MessageText
      label={label}
      text={step.text}
      format="json"
      variables={variables}
      onChange={(text) => onChange({ text })}
    />
  );
}

export function MessagesPane(props: PaneProps) {
  const { tabKey, request, variables } = props;
  useStore(methodKinds);
  const kind = knownKind(request);
  const given = request.grpc?.messages ?? [];
  if (kind === 'client' || kind === 'both' || (kind === null && given.length > 1))
    return <StepsPane {...props} kind={messages} />;
  const set = (text: string): void => editSection(tabKey, request, 'grpc', { messages: [text] });
  return (
    <>
      <MessageText label="Message" text={given[0] ?? ''} format="json" variables={variables} onChange={set} />
      <FillButton {...props} onFill={set} />
    </>
  );
}

function FillButton({ tabKey, request, onFill }: PaneProps & { readonly onFill: (text: string) => void }) {
  const { value } = useDescription(tabKey, 'grpc');
  const method = value?.services
    .find(({ name }) => name === request.grpc?.service)
    ?.methods.find(({ name }) => name === request.grpc?.method);
  if (method === undefined) return null;
  return (
    <div className={css['foot']}>
      <span className={css['note']}>{method.request}</span>
      <Button onClick={() => onFill(formattedJson(method.message))}>Fill from the type</Button>
    </div>
  );
}
