// What has to be looked at character by character, and therefore is on a thread of its own: the secrets of messages, and
// the shape of JSON.
import { inferredSchema, type JsonSchema } from '../../documents/json-schema.ts';
import { findSecrets, type InspectedMessage, type SecretFinding } from '../../secrets/message.ts';

export interface LookQuestion {
  readonly message: InspectedMessage;
  readonly wants: 'secrets' | 'schema' | 'both';
}

export interface LookAnswer {
  readonly secrets: readonly SecretFinding[];
  /** Null for what is no JSON. */
  readonly schema: JsonSchema | null;
}

export function look({ message, wants }: LookQuestion): LookAnswer {
  return {
    secrets: wants === 'schema' ? [] : findSecrets(message),
    schema: wants === 'secrets' ? null : schemaOf(message.body),
  };
}

function schemaOf(text: string): JsonSchema | null {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    return inferredSchema(JSON.parse(text));
  } catch {
    return null;
  }
}
