// gRPC: `methodPath` names the method as `package.Service/Method`, or with a dot in place of the slash.
import { isObject } from '../../../../base/is-object.ts';
import { scalarText } from '../../../../documents/json-values.ts';
import { jsonOrText } from '../../shared/postman/fields.ts';
import type { ReadProtocol } from './contract.ts';
import { objectOf } from './values.ts';

export const grpc: ReadProtocol = ({ fields }) => {
  const path = scalarText(fields['methodPath']) ?? '';
  const [, service = '', method = ''] = /^\/?(.*)[./]([^./]*)$/.exec(path) ?? [];
  const { schema, message, settings } = fields;
  const location = isObject(schema) ? scalarText(schema['location']) : undefined;
  const content = jsonOrText(isObject(message) ? message['content'] : message);
  return {
    type: 'grpc',
    grpc: {
      service,
      method,
      messages: content === '' ? [] : [content],
      protoFiles: location === undefined ? [] : [location],
      tls: objectOf(settings)['secureConnection'] === true,
    },
  };
};
