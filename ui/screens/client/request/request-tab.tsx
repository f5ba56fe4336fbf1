// A request in a tab: its place and name, the URL, its editors at the left and the response at the right.
import { Code, Save, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useCommands } from '../../../commands/index.ts';
import { Button, Note, Segmented } from '../../../parts/index.ts';
import { useMedia } from '../../../state/media.ts';
import { createPreference, isBoolean } from '../../../state/preferences.ts';
import { useStore } from '../../../state/store.ts';
import { SaveExample } from '../examples/index.ts';
import type { OpenObject } from '../model/objects.ts';
import { close, discard, placed, save, whereOf } from '../model/steps.ts';
import { ResponsePane } from '../response/index.ts';
import { ConnectionPane } from '../connections/connection-pane.tsx';
import { sendOffered } from '../connections/composed.ts';
import { connect, disconnect } from '../connections/index.ts';
import { isOpen } from '../connections/state.ts';
import { sendRequest, useSend } from '../sends/index.ts';
import { StoredList } from '../stored/index.ts';
import { CodeDialog } from './code-dialog.tsx';
import { ConflictPane } from './conflict-pane.tsx';
import { Editors } from './editors.tsx';
import { editRequest, requestView } from './fields.ts';
import css from './request.module.css';
import { RequestSplit } from './request-split.tsx';
import { SaveNew } from './save-new.tsx';
import { canSend, typeView, useStaysOpen } from './types/index.ts';
import { UrlRow } from './url-row.tsx';

const isBelow = createPreference('client.below', false, isBoolean);

const PARTS = [
  ['request', 'Request'],
  ['response', 'Response'],
] as const;

interface RequestTabProps {
  readonly tabKey: string;
  readonly object: OpenObject;
}

export function RequestTab({ tabKey, object }: RequestTabProps) {
  const request = requestView(object.value);
  const where = whereOf(tabKey);
  const [isNaming, setNaming] = useState(false);
  const [isCoding, setCoding] = useState(false);
  const stacked = useStore(isBelow);
  const isNarrow = useMedia('(max-width: 1099px)');
  const isShort = useMedia('(max-width: 1099px) and (max-height: 759px)');
  const [part, setPart] = useState<'request' | 'response'>('request');
  const shown = isShort ? part : 'both';
  const trySave = (): void => {
    if (object.path === null) setNaming(true);
    else void save(tabKey);
  };
  const view = typeView(request.type);
  const hasCode = request.type === 'http' || request.type === 'graphql';
  const staysOpen = useStaysOpen(request);
  const state = useSend(tabKey);
  const trySend = (): void => {
    if (isOpen(state)) sendOffered(tabKey);
    else if (canSend(request)) {
      setPart('response');
      if (staysOpen) connect(tabKey, object.value, where);
      else void sendRequest(tabKey, object.value, where);
    }
  };
  useCommands([
    {
      id: 'client.save',
      title: 'Save',
      group: 'client',
      keys: 'mod+s',
      inFields: true,
      icon: Save,
      run: trySave,
    },
    {
      id: 'client.send',
      title: view.send(request),
      group: 'client',
      keys: 'mod+enter',
      inFields: true,
      run: trySend,
    },
    {
      id: 'client.stop',
      title: isOpen(state) ? 'Disconnect' : 'Stop',
      group: 'client',
      keys: 'mod+.',
      inFields: true,
      ...(state.type !== 'going' && { why: 'Nothing goes on' }),
      run: () => disconnect(tabKey),
    },
    {
      id: 'client.discard',
      title: 'Discard the changes',
      group: 'client',
      icon: Trash2,
      ...(!object.isUnsaved && { why: 'Nothing has changed' }),
      run: () => void discard(tabKey),
    },
    {
      id: 'client.code',
      title: 'Show the request as code',
      group: 'client',
      icon: Code,
      words: 'curl snippet copy as',
      ...(!hasCode && { why: 'Only requests over HTTP are shown as code' }),
      run: () => setCoding(true),
    },
    {
      id: 'client.below',
      title: stacked ? 'Show the response at the right' : 'Show the response below',
      group: 'client',
      keys: 'alt+d',
      run: () => isBelow.set(!stacked),
    },
  ]);
  const isStacked = stacked || isNarrow || view.isStacked === true;
  const isConnection = state.type !== 'idle' && state.isConnection;
  const Response = isConnection ? ConnectionPane : ResponsePane;
  return (
    <div className={css['tab']}>
      <TitleRow tabKey={tabKey} object={object} onSave={trySave}>
        {isShort && <Segmented label="Part" value={part} options={PARTS} onChange={setPart} />}
        {hasCode && (
          <Button size="small" icon={Code} onClick={() => setCoding(true)}>
            Code
          </Button>
        )}
        {isCoding && <CodeDialog request={object.value} where={where} onClose={() => setCoding(false)} />}
        {isNaming && <SaveNew tabKey={tabKey} name={request.name} onClose={() => setNaming(false)} />}
      </TitleRow>
      {object.state === 'deleted' && <DeletedNote tabKey={tabKey} onSave={() => setNaming(true)} />}
      <UrlRow tabKey={tabKey} request={request} where={where} onSend={trySend} />
      {object.conflicts.length > 0 ? (
        <ConflictPane tabKey={tabKey} conflicts={object.conflicts} />
      ) : (
        <RequestSplit
          isStacked={isStacked}
          shown={shown}
          request={
            <>
              <Editors tabKey={tabKey} request={request} where={where} />
              <StoredList tab={tabKey} />
            </>
          }
          response={
            <Response
              tab={tabKey}
              request={object.value}
              where={where}
              onSend={trySend}
              actions={
                <SaveExample
                  tab={tabKey}
                  examples={request.examples}
                  onChange={(examples) => editRequest(tabKey, { examples })}
                />
              }
            />
          }
        />
      )}
    </div>
  );
}

interface TitleRowProps extends RequestTabProps {
  readonly onSave: () => void;
  readonly children: ReactNode;
}

function TitleRow({ tabKey, object, onSave, children }: TitleRowProps) {
  const above = placed(tabKey)?.above ?? [];
  const name = String(object.value['name'] ?? '');
  return (
    <div className={css['titleRow']}>
      <p className={css['crumbs']}>
        {above.map(({ id, name: each }) => (
          <span key={id}>{each} / </span>
        ))}
        <strong>{name === '' ? 'No name' : name}</strong>
      </p>
      {children}
      {object.isUnsaved ? (
        <Button size="small" keys="mod+s" onClick={onSave}>
          Save
        </Button>
      ) : (
        <span className={css['savedText']}>Saved</span>
      )}
    </div>
  );
}

function DeletedNote({ tabKey, onSave }: { readonly tabKey: string; readonly onSave: () => void }) {
  return (
    <Note
      tone="danger"
      icon={Trash2}
      title="Its file is gone"
      actions={
        <>
          <Button onClick={() => close(tabKey)}>Close</Button>
          <Button kind="line" onClick={onSave}>
            Save as new
          </Button>
        </>
      }
    >
      What was typed is kept.
    </Note>
  );
}
