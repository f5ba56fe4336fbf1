// The list of tools as assistants see it, pinned: names, parameters, hints and schemas are promises.
import { afterAll, describe, expect, test } from 'vitest';
import { startAssistant, startFirstAssistant } from '../helpers/assistant.ts';
import { temporaryHome } from '../helpers/home.ts';
import { tools } from '../../src/mcp/tools/index.ts';
import { sampled } from '../helpers/scale.ts';

const home = temporaryHome();

afterAll(() => {
  home.remove();
});

test('names, parameters, hints and schemas', { tags: ['full'] }, async () => {
  await using assistant = await startAssistant({ home: home.path });
  const { tools: listed } = await assistant.client.listTools();
  const lines = listed.map(({ name, inputSchema, outputSchema, annotations }) => {
    const { properties = {}, required = [] } = inputSchema;
    const names = Object.keys(properties).map((each) => (required.includes(each) ? each : `${each}?`));
    const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations!;
    const mark = readOnlyHint === true ? 'R' : destructiveHint === true ? 'D' : 'W';
    const more = [idempotentHint === true && 'idempotent', openWorldHint === true && 'open world'];
    const hints = [mark, ...more.filter((each) => each !== false)].join(' ');
    return `${name}(${names.join(', ')}) ${hints}\n  in  ${JSON.stringify(inputSchema)}\n  out ${JSON.stringify(outputSchema)}\n`;
  });
  await expect(lines.join('')).toMatchFileSnapshot('list-of-tools.txt');
  expect(
    listed.filter(({ annotations }) => annotations?.destructiveHint === true).map(({ name }) => name),
  ).toEqual(['clear_session', 'delete_rule', 'delete_collection', 'delete_request', 'delete_variable']);
});

describe('both generations of the library', () => {
  test.each(
    sampled(
      [
        ['second', startAssistant],
        ['first', startFirstAssistant],
      ] as const,
      1,
    ),
  )('%s: all tools, 6 resources, 5 prompts', async (_, start) => {
    await using assistant = await start({ home: home.path });
    const { client } = assistant;
    expect((await client.listTools()).tools).toHaveLength(tools.length);
    const { resources } = await client.listResources();
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resources.length + resourceTemplates.length).toBe(6);
    expect((await client.listPrompts()).prompts).toHaveLength(5);
  });
});

test.each(sampled(['traffic', 'rules', 'client', 'rules,client'], 1))('--toolsets %s', async (toolsets) => {
  await using assistant = await startAssistant({ home: home.path, args: ['--toolsets', toolsets] });
  const chosen = tools.filter(({ toolset }) => toolsets.split(',').includes(toolset));
  const { tools: listed } = await assistant.client.listTools();
  expect(listed.map(({ name }) => name)).toEqual(chosen.map(({ name }) => name));
  const other = toolsets === 'traffic' ? 'list_rules' : 'list_requests';
  await expect(assistant.call(other)).rejects.toThrow(`There is no tool ${other}`);
});
