// Socket.IO: the path of the URL is the namespace; the path of the transport is a setting.
import { isObject } from '../../../../base/is-object.ts';
import { scalarText, type JsonObject } from '../../../../documents/json-values.ts';
import { jsonOrText } from '../../shared/postman/fields.ts';
import { splitUrl } from '../../../../collections/model/url-parts.ts';
import type { ReadProtocol } from './contract.ts';
import { defined, objectOf } from './values.ts';

export const socketIo: ReadProtocol = ({ fields, messages }, context) => {
  const { url } = splitUrl(context.text(fields['url'], 'the URL'));
  const [, server = '', namespace = ''] = /^((?:[a-z]+:\/\/)?[^/]*)(\/.*)?$/is.exec(url) ?? [];
  const events = context.list(fields['events'], 'the events').filter(isObject);
  return {
    type: 'socketio',
    url: server,
    socketio: {
      ...defined({ path: scalarText(objectOf(fields['settings'])['path']) }),
      namespace: namespace === '' ? '/' : namespace,
      listen: events
        .filter((event) => event['subscribeOnConnect'] !== false)
        .map((event) => scalarText(event['name']) ?? '')
        .filter((name) => name !== ''),
      emit: messages.map(({ eventName, args, acknowledgement }) => ({
        event: scalarText(eventName) ?? '',
        args: argumentsOf(args),
        acknowledged: acknowledgement === true,
      })),
    },
  };
};

function argumentsOf(args: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(args) ? args : [];
  return list.map((each) => jsonOrText(isObject(each) ? (each satisfies JsonObject)['content'] : each));
}
