// Parts that many Postman objects share: descriptions, pairs, scripts.
import type { PostmanEvent, PostmanPair } from '../../../../documents/postman.ts';
import type { Pair, Scripts } from '../../../../collections/model/values.ts';

export function descriptionField(docs: string): { readonly description?: string } {
  return docs === '' ? {} : { description: docs };
}

export function postmanPair({ name, value, enabled, docs }: Pair): PostmanPair {
  return { key: name, value, ...disabledField(enabled), ...descriptionField(docs) };
}

export function disabledField(enabled: boolean): { readonly disabled?: true } {
  return enabled ? {} : { disabled: true };
}

export function postmanEvents({ preRequest, test }: Scripts): { readonly event?: readonly PostmanEvent[] } {
  const events = [postmanEvent('prerequest', preRequest), postmanEvent('test', test)].flat();
  return events.length === 0 ? {} : { event: events };
}

function postmanEvent(listen: PostmanEvent['listen'], text: string): readonly PostmanEvent[] {
  return text === '' ? [] : [{ listen, script: { type: 'text/javascript', exec: text.split('\n') } }];
}
