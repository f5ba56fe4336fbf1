// The services of a server with their methods, and a message with every field for each.
import protobuf from 'protobufjs';
import { messageTypes } from './message-types.ts';

interface GrpcService {
  /** Such as `shop.v1.Orders`. */
  readonly name: string;
  readonly methods: readonly GrpcMethod[];
  /** The fields of the messages that its methods take, by type. */
  readonly types: ReturnType<typeof messageTypes>;
}

interface GrpcMethod {
  readonly name: string;
  /** The types of the messages, such as `shop.v1.Order`. */
  readonly request: string;
  readonly response: string;
  readonly requestStream: boolean;
  readonly responseStream: boolean;
  /** JSON. */
  readonly message: string;
}

/** The depth of examples: messages may contain themselves. */
const MAX_DEPTH = 6;

/** Returns the services that are called, as JSON; that of reflection is not among them. */
export function describedServices(services: readonly protobuf.Service[]): Buffer {
  const described = services
    .map((service): GrpcService => ({
      name: service.fullName.slice(1),
      methods: service.methodsArray.map(methodOf),
      // Resolved above.
      types: messageTypes(service.methodsArray.map((method) => method.resolvedRequestType)),
    }))
    .filter(({ name }) => !name.startsWith('grpc.reflection.'));
  return Buffer.from(JSON.stringify(described));
}

function methodOf(method: protobuf.Method): GrpcMethod {
  method.resolve();
  const { resolvedRequestType: request, resolvedResponseType: response } = method;
  return {
    name: method.name,
    request: request?.fullName.slice(1) ?? method.requestType,
    response: response?.fullName.slice(1) ?? method.responseType,
    requestStream: method.requestStream === true,
    responseStream: method.responseStream === true,
    message: JSON.stringify(request === null ? {} : messageOf(request, 0), null, 2),
  };
}

/** Returns a message with every field; of a `oneof` with the first, since it can have only one. */
function messageOf(type: protobuf.Type, depth: number): unknown {
  const known = WELL_KNOWN[type.fullName];
  if (known !== undefined) return known;
  if (depth >= MAX_DEPTH) return {};
  const fields = type.fieldsArray.filter(({ partOf, name }) => partOf === null || partOf.oneof[0] === name);
  return Object.fromEntries(fields.map((field) => [field.name, fieldValue(field.resolve(), depth)]));
}

function fieldValue(field: protobuf.Field, depth: number): unknown {
  const value = singleValue(field, depth);
  if (field instanceof protobuf.MapField) return { [field.keyType === 'string' ? 'key' : '0']: value };
  return field.repeated ? [value] : value;
}

function singleValue({ resolvedType, type }: protobuf.Field, depth: number): unknown {
  if (resolvedType instanceof protobuf.Type) return messageOf(resolvedType, depth + 1);
  if (resolvedType instanceof protobuf.Enum) return Object.keys(resolvedType.values)[0] ?? 0;
  if (type === 'bool') return false;
  if (type === 'string' || type === 'bytes') return '';
  // 64-bit integers are texts in the JSON of Protocol Buffers.
  return type.includes('64') ? '0' : 0;
}

/** The JSON of well-known types (https://protobuf.dev/programming-guides/json/). */
const WELL_KNOWN: Readonly<Record<string, unknown>> = {
  '.google.protobuf.Timestamp': '2026-01-01T00:00:00Z',
  '.google.protobuf.Duration': '1s',
  '.google.protobuf.FieldMask': '',
  '.google.protobuf.Struct': {},
  '.google.protobuf.Value': null,
  '.google.protobuf.ListValue': [],
  '.google.protobuf.Empty': {},
  '.google.protobuf.StringValue': '',
  '.google.protobuf.BytesValue': '',
  '.google.protobuf.BoolValue': false,
  '.google.protobuf.Int32Value': 0,
  '.google.protobuf.UInt32Value': 0,
  '.google.protobuf.Int64Value': '0',
  '.google.protobuf.UInt64Value': '0',
  '.google.protobuf.FloatValue': 0,
  '.google.protobuf.DoubleValue': 0,
};
