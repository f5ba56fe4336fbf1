// Reads the prompt of a request: its fields, tools and schema. Errors name the field.
import { messageOf, UserError } from '../../../base/errors.ts';
import { isObject } from '../../../base/is-object.ts';
import type { AiTool, Question } from '../../../codec/ai/question.ts';
import type { AiFields } from './providers.ts';

/** Reads the prompt. Throws a UserError for an invalid field. */
export function questionOf(fields: AiFields): Question {
  if (fields.model.trim() === '') throw invalid('it names no model: set ai.model');
  if (fields.messages.length === 0) throw invalid('it has no message to the model: set ai.messages');
  return { ...fields, tools: toolsOf(fields.tools), schema: schemaOf(fields.schema) };
}

function toolsOf(text: string): readonly AiTool[] {
  if (text.trim() === '') return [];
  const list = parsed(text, 'ai.tools');
  if (!Array.isArray(list)) throw invalid('ai.tools is not a list: write [{"name": …, "parameters": {…}}]');
  return list.map((each: unknown, index) => {
    const tool: Readonly<Record<string, unknown>> = isObject(each) ? each : {};
    const { name, description, parameters } = tool;
    if (typeof name !== 'string' || name === '') throw invalid(`ai.tools[${index}] has no name`);
    if (parameters !== undefined && !isObject(parameters))
      throw invalid(`ai.tools[${index}].parameters is not a JSON Schema`);
    return {
      name,
      description: typeof description === 'string' ? description : '',
      parameters: parameters ?? { type: 'object', properties: {} },
    };
  });
}

function schemaOf(text: string): object | null {
  if (text.trim() === '') return null;
  const schema = parsed(text, 'ai.schema');
  if (isObject(schema)) return schema;
  throw invalid('ai.schema is not a JSON Schema: write an object such as {"type": "object"}');
}

function parsed(text: string, field: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new UserError('INVALID_DATA', `${field} is not valid JSON: ${messageOf(error)}`, { cause: error });
  }
}

function invalid(message: string): UserError {
  return new UserError('INVALID_DATA', message);
}
