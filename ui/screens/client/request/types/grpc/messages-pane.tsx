// The messages of a call: one for a method that takes one, steps for a stream.
import { createContext, useContext, useDeferredValue, useMemo } from 'react';
import { Button } from '../../../../../parts/index.ts';
import { formattedJson } from '../../../../../format/text.ts';
import { useStore } from '../../../../../state/store.ts';
import type { PaneProps } from '../../pane.ts';
import { useDescription, type DescriptionOf } from '../shared/description.ts';
import { MessageText } from '../shared/message-text.tsx';
import { editSection } from '../shared/options-pane.tsx';
import type { StepEditorProps, StepKind } from '../shared/step-kind.ts';
import { StepsPane } from '../shared/steps-pane.tsx';
import css from '../shared/steps.module.css';
import { knownKind, methodKinds } from './kinds.ts';
import { messageProblem } from './message-problem.ts';

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
  const type = useContext(RequestType);
  return (
    <>
      <MessageText
        label={label}
        text={step.text}
        format="json"
        variables={variables}
        onChange={(text) => onChange({ text })}
      />
      <ProblemLine text={step.text} type={type} />
    </>
  );
}

/** The type of the messages; null where it is not known. */
const RequestType = createContext<MessageType | null>(null);

interface MessageType {
  readonly name: string;
  readonly types: DescriptionOf<'grpc'>['services'][number]['types'];
}

/** The first value that does not fit the type of the message. */
function ProblemLine({ text, type }: { readonly text: string; readonly type: MessageType | null }) {
  const looked = useDeferredValue(text);
  const problem = useMemo(
    () => (type === null ? null : messageProblem(looked, type.name, type.types)),
    [looked, type],
  );
  return (
    <div role="status">
      {problem !== null && (
        <p className={css['problem']}>
          Line {problem.line}: {problem.text}
        </p>
      )}
    </div>
  );
}

export function MessagesPane(props: PaneProps) {
  const { tabKey, request, variables } = props;
  useStore(methodKinds);
  const kind = knownKind(request);
  const type = useRequestType(props);
  const given = request.grpc?.messages ?? [];
  if (kind === 'client' || kind === 'both' || (kind === null && given.length > 1))
    return (
      <RequestType value={type}>
        <StepsPane {...props} kind={messages} />
      </RequestType>
    );
  const set = (text: string): void => editSection(tabKey, request, 'grpc', { messages: [text] });
  return (
    <>
      <MessageText label="Message" text={given[0] ?? ''} format="json" variables={variables} onChange={set} />
      <ProblemLine text={given[0] ?? ''} type={type} />
      <FillButton {...props} onFill={set} />
    </>
  );
}

function useRequestType({ tabKey, request }: PaneProps): MessageType | null {
  const { value } = useDescription(tabKey, 'grpc');
  const { service, method } = request.grpc ?? {};
  return useMemo(() => {
    const found = value?.services.find(({ name }) => name === service);
    const called = found?.methods.find(({ name }) => name === method);
    return found === undefined || called === undefined ? null : { name: called.request, types: found.types };
  }, [value, service, method]);
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
