// MQTT: topics are subscribed to, messages are published.
import { isObject } from '../../../../base/is-object.ts';
import { scalarText } from '../../../../documents/json-values.ts';
import { jsonOrText } from '../../shared/postman/fields.ts';
import type { ReadProtocol } from './contract.ts';
import { defined, objectOf, qosOf, wholeNumber } from './values.ts';

export const mqtt: ReadProtocol = ({ fields, messages }, context) => {
  const { cleanSession, keepAlive } = objectOf(fields['settings']);
  const topics = context.list(fields['topics'], 'the topics').filter(isObject);
  return {
    type: 'mqtt',
    mqtt: {
      version: wholeNumber(fields['version']) === 5 ? '5' : '3.1.1',
      clientId: scalarText(fields['clientId']) ?? '',
      ...defined({
        cleanSession: typeof cleanSession === 'boolean' ? cleanSession : undefined,
        keepAliveSeconds: wholeNumber(keepAlive),
        will: isObject(fields['lastWill']) ? willOf(fields['lastWill']) : undefined,
      }),
      subscribe: topics
        .filter((topic) => topic['subscribe'] !== false)
        .map((topic) => ({ topic: scalarText(topic['name']) ?? '', qos: qosOf(topic['qos']) })),
      publish: messages.map(publicationOf),
    },
  };
};

function publicationOf({ topic, content, qos, retain }: Readonly<Record<string, unknown>>) {
  return {
    topic: scalarText(topic) ?? '',
    payload: jsonOrText(content),
    qos: qosOf(qos),
    retain: retain === true,
  };
}

function willOf({ payload, ...will }: Readonly<Record<string, unknown>>) {
  return publicationOf({ ...will, content: payload });
}
