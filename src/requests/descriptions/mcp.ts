// The tools, resources and prompts of an MCP server (Model Context Protocol, "Server Features").
import { isObject } from '../../base/is-object.ts';
import { mcp as fieldsSchema } from '../../collections/model/protocol-fields.ts';
import { References } from '../../documents/openapi/references.ts';
import { SchemaExamples } from '../../documents/openapi/schema-example.ts';
import { jsonOf, responseOf } from './answers.ts';
import type { Answer, AskingDescriber } from './contract.ts';
import type { DescriptionOf } from './shapes.ts';

type Mcp = DescriptionOf<'mcp'>;
type Named = Readonly<Record<string, unknown>>;

const OPERATIONS = ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'] as const;

export const mcp: AskingDescriber = {
  type: 'asks',
  questions: (request) =>
    OPERATIONS.map((operation) => ({
      ...request,
      mcp: { ...fieldsSchema.parse(request.mcp ?? {}), operation, target: '', arguments: '{}' },
    })),
  read(answers) {
    // A server has the lists that it is able to give; without any answer, it is not there.
    if (answers.every(({ response }) => response === null)) responseOf(answers[0]);
    const [tools, resources, templates, prompts] = answers;
    return {
      kind: 'mcp',
      tools: listIn(tools, 'tools').map(toolOf),
      resources: listIn(resources, 'resources').map((each) => ({
        uri: text(each['uri']),
        ...sourceOf(each),
      })),
      templates: listIn(templates, 'resourceTemplates').map((each) => ({
        uriTemplate: text(each['uriTemplate']),
        ...sourceOf(each),
      })),
      prompts: listIn(prompts, 'prompts').map(promptOf),
    };
  },
};

/** Returns the objects of a list; none where the server does not know the operation. */
function listIn(answer: Answer | undefined, key: string): readonly Named[] {
  const response = answer?.response ?? null;
  if (response?.status !== 0) return [];
  const value = jsonOf(response);
  const list = isObject(value) ? value[key] : undefined;
  return Array.isArray(list) ? (list as unknown[]).filter(isObject) : [];
}

function toolOf(tool: Named): Mcp['tools'][number] {
  const { inputSchema = {} } = tool;
  const examples = new SchemaExamples(
    new References(isObject(inputSchema) ? inputSchema : {}, ignore),
    ignore,
  );
  const value = examples.of(inputSchema, 'request');
  return {
    name: text(tool['name']),
    description: text(tool['description']),
    inputSchema,
    arguments: JSON.stringify(isObject(value) ? value : {}, null, 2),
  };
}

/** Schemas that cannot be read have poorer examples. */
const ignore = (): void => undefined;

function promptOf(prompt: Named): Mcp['prompts'][number] {
  const { arguments: list } = prompt;
  return {
    name: text(prompt['name']),
    description: text(prompt['description']),
    arguments: (Array.isArray(list) ? (list as unknown[]) : []).filter(isObject).map((each) => ({
      name: text(each['name']),
      description: text(each['description']),
      required: each['required'] === true,
    })),
  };
}

function sourceOf(each: Named): { name: string; description: string; mimeType: string } {
  return {
    name: text(each['name']),
    description: text(each['description']),
    mimeType: text(each['mimeType']),
  };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
