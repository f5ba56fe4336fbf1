// The messages that explain a gRPC status (google/rpc/status.proto and error_details.proto), known without a schema
// file.
import { ProtoTypes, type FieldType, type ProtoField, type ScalarType } from '../protobuf/schema.ts';

/** Fields in the order of their numbers, from 1: `name type`, with `*` before a repeated type. */
const DECLARED: Readonly<Record<string, string>> = {
  'google.rpc.Status': 'code int32, message string, details *google.protobuf.Any',
  'google.rpc.ErrorInfo': 'reason string, domain string, metadata *google.rpc.TextEntry',
  'google.rpc.RetryInfo': 'retry_delay google.protobuf.Duration',
  'google.rpc.DebugInfo': 'stack_entries *string, detail string',
  'google.rpc.QuotaFailure': 'violations *google.rpc.QuotaFailure.Violation',
  'google.rpc.QuotaFailure.Violation':
    'subject string, description string, api_service string, quota_metric string, quota_id string, ' +
    'quota_dimensions *google.rpc.TextEntry, quota_value int64, future_quota_value int64',
  'google.rpc.PreconditionFailure': 'violations *google.rpc.PreconditionFailure.Violation',
  'google.rpc.PreconditionFailure.Violation': 'type string, subject string, description string',
  'google.rpc.BadRequest': 'field_violations *google.rpc.BadRequest.FieldViolation',
  'google.rpc.BadRequest.FieldViolation':
    'field string, description string, reason string, localized_message google.rpc.LocalizedMessage',
  'google.rpc.RequestInfo': 'request_id string, serving_data string',
  'google.rpc.ResourceInfo': 'resource_type string, resource_name string, owner string, description string',
  'google.rpc.Help': 'links *google.rpc.Help.Link',
  'google.rpc.Help.Link': 'description string, url string',
  'google.rpc.LocalizedMessage': 'locale string, message string',
  'google.protobuf.Any': 'type_url string, value bytes',
  'google.protobuf.Duration': 'seconds int64, nanos int32',
  'google.protobuf.Timestamp': 'seconds int64, nanos int32',
};

export const errorDetails = declared();

function declared(): ProtoTypes {
  const types = new ProtoTypes();
  for (const [name, fields] of Object.entries(DECLARED)) add(types, name, fields, false);
  add(types, 'google.rpc.TextEntry', 'key string, value string', true);
  return types;
}

function add(types: ProtoTypes, name: string, declaration: string, isMapEntry: boolean): void {
  const fields = declaration.split(', ').map((field, at) => fieldOf(field, at + 1));
  types.messages.set(name, {
    name,
    isMapEntry,
    fields: new Map(fields.map((field) => [field.number, field])),
  });
}

function fieldOf(declaration: string, number: number): ProtoField {
  const [name = '', type = ''] = declaration.split(' ');
  const named = type.replace('*', '');
  const of: FieldType = named.includes('.')
    ? { type: 'message', named: { name: named, scope: null } }
    : { type: 'scalar', scalar: named as ScalarType };
  return { number, name, repeated: type.startsWith('*'), of };
}
