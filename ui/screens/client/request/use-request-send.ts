// The action of the Send button of a request in a tab.
import { sendOffered } from '../connections/composed.ts';
import { connect } from '../connections/index.ts';
import { isOpen } from '../connections/state.ts';
import type { OpenObject } from '../model/open-object.ts';
import { whereOf } from '../model/steps.ts';
import { sendRequest, useSend } from '../sends/index.ts';
import { requestView } from './fields.ts';
import { canSend, useStaysOpen } from './types/index.ts';

/** Returns a function that sends or connects, after `onBegin`; over an open connection it sends what is offered. */
export function useRequestSend(tabKey: string, object: OpenObject, onBegin: () => void): () => void {
  const request = requestView(object.value);
  const staysOpen = useStaysOpen(request);
  const state = useSend(tabKey);
  return () => {
    if (isOpen(state)) sendOffered(tabKey);
    else if (canSend(request)) {
      onBegin();
      const where = whereOf(tabKey);
      if (staysOpen) connect(tabKey, object.value, where);
      else void sendRequest(tabKey, object.value, where);
    }
  };
}
