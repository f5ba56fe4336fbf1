// A request in a tab: its place and name, the URL, its editors at the left and the response at the right.
import { Code } from 'lucide-react';
import { useState } from 'react';
import { SearchMemoryContext } from '../../../bodies/json/search-memory.ts';
import { ValueActions } from '../../../bodies/json/value-actions.ts';
import { Button, Segmented } from '../../../parts/index.ts';
import { useMedia } from '../../../state/media.ts';
import { ConnectionPane } from '../connections/connection-pane.tsx';
import { MessageActions } from '../messages/message-actions.ts';
import type { OpenObject } from '../model/open-object.ts';
import { save } from '../model/saving.ts';
import { whereOf } from '../model/steps.ts';
import { ResponsePane } from '../response/index.ts';
import { useSend } from '../sends/index.ts';
import { StoredList } from '../stored/index.ts';
import { CapturedMenu } from './captured-menu.tsx';
import { CodeDialog } from './code-dialog.tsx';
import { ConflictPane } from './conflict-pane.tsx';
import { DeletedNote } from './deleted-note.tsx';
import { Editors } from './editors.tsx';
import { editRequest, requestView } from './fields.ts';
import { hasCode, useRequestCommands } from './request-commands.ts';
import css from './request.module.css';
import { RequestSplit } from './request-split.tsx';
import { ResponseMenu } from './response-menu.tsx';
import { SaveNew } from './save-new.tsx';
import { TitleRow } from './title-row.tsx';
import { typeView } from './types/index.ts';
import { UrlRow } from './url-row.tsx';
import { useScriptActions } from './use-script-actions.ts';
import { useMessageActions } from './use-message-actions.ts';
import { useSearchMemory } from './use-search-memory.ts';
import { useRequestSend } from './use-request-send.ts';

const PARTS = [
  ['request', 'Request'],
  ['response', 'Response'],
] as const;

type Part = (typeof PARTS)[number][0];

interface RequestTabProps {
  readonly tabKey: string;
  readonly object: OpenObject;
}

export function RequestTab({ tabKey, object }: RequestTabProps) {
  const request = requestView(object.value);
  const where = whereOf(tabKey);
  const [dialog, setDialog] = useState<'name' | 'code' | null>(null);
  const isShort = useMedia('(max-width: 1099px) and (max-height: 759px)');
  const [part, setPart] = useState<Part>('request');
  const trySave = (): void => {
    if (object.path === null) setDialog('name');
    else void save(tabKey);
  };
  const showCode = (): void => setDialog('code');
  const close = (): void => setDialog(null);
  const actions = useScriptActions(tabKey);
  const memory = useSearchMemory(tabKey);
  const messageActions = useMessageActions(tabKey, request.type);
  const trySend = useRequestSend(tabKey, object, () => setPart('response'));
  useRequestCommands({ tabKey, object, onSave: trySave, onSend: trySend, onCode: showCode });
  return (
    <div className={css['tab']}>
      <TitleRow tabKey={tabKey} object={object} onSave={trySave}>
        {isShort && <Segmented label="Part" value={part} options={PARTS} onChange={setPart} />}
        <CapturedMenu tab={tabKey} request={object.value} />
        {hasCode(request) && (
          <Button size="small" icon={Code} onClick={showCode}>
            Code
          </Button>
        )}
        {dialog === 'code' && <CodeDialog request={object.value} where={where} onClose={close} />}
        {dialog === 'name' && <SaveNew tabKey={tabKey} name={request.name} onClose={close} />}
      </TitleRow>
      {object.state === 'deleted' && <DeletedNote tabKey={tabKey} onSave={() => setDialog('name')} />}
      <UrlRow tabKey={tabKey} request={request} where={where} onSend={trySend} />
      {object.conflicts.length > 0 ? (
        <ConflictPane tabKey={tabKey} conflicts={object.conflicts} />
      ) : (
        <RequestSplit
          isAlwaysStacked={typeView(request.type).isStacked === true}
          shown={isShort ? part : 'both'}
          request={
            <>
              <Editors tabKey={tabKey} request={request} where={where} />
              <StoredList tab={tabKey} />
            </>
          }
          response={
            <ValueActions value={actions}>
              <MessageActions value={messageActions}>
                <SearchMemoryContext value={memory}>
                  <Answer tabKey={tabKey} object={object} onSend={trySend} />
                </SearchMemoryContext>
              </MessageActions>
            </ValueActions>
          }
        />
      )}
    </div>
  );
}

interface AnswerProps extends RequestTabProps {
  readonly onSend: () => void;
}

/** The response, or the conversation over a connection. */
function Answer({ tabKey, object, onSend }: AnswerProps) {
  const state = useSend(tabKey);
  const Pane = state.type !== 'idle' && state.isConnection ? ConnectionPane : ResponsePane;
  return (
    <Pane
      tab={tabKey}
      request={object.value}
      where={whereOf(tabKey)}
      onSend={onSend}
      actions={
        <ResponseMenu
          tab={tabKey}
          examples={requestView(object.value).examples}
          onChange={(examples) => editRequest(tabKey, { examples })}
        />
      }
    />
  );
}
