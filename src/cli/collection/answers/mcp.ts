// The result of an MCP server: the texts of a tool, a resource or a prompt; the JSON of anything else.
import { fields } from '../../../base/json-fields.ts';
import { byteSize, printable } from '../../../base/printable.ts';
import type { Answer, AnswerOptions } from './contract.ts';
import { jsonForTerminal } from './json-text.ts';

type Content = ReturnType<typeof fields>;

export function mcp({ print, note, isTerminal, colors }: AnswerOptions): Answer {
  const text = (value: string): void =>
    print(`${isTerminal ? value.split('\n').map(printable).join('\n') : value}\n`);
  return {
    end({ response }) {
      if (response === null) return;
      const result = fields(JSON.parse(response.body.toString()));
      if (response.status !== 0) {
        note(`error ${response.status}: ${printable(String(result['message']))}\n`);
        return;
      }
      if (result['isError'] === true) note('The tool reports an error:\n');
      const contents = contentsOf(result);
      const json = JSON.stringify(result['structuredContent'] ?? result, null, 2);
      if (contents.length === 0) print(`${isTerminal ? jsonForTerminal(json, colors) : json}\n`);
      for (const content of contents)
        if (typeof content['text'] === 'string') text(content['text']);
        else note(`${describe(content)}\n`);
    },
  };
}

/** Returns the contents of a tool, a resource, or the messages of a prompt. */
function contentsOf(result: Content): readonly Content[] {
  const { content, contents, messages } = result;
  if (Array.isArray(content)) return content.map(fields);
  if (Array.isArray(contents)) return contents.map(fields);
  return Array.isArray(messages) ? messages.map((message) => fields(fields(message)['content'])) : [];
}

/** Such as `image, image/png, 12kB`. */
function describe({ type, mimeType, data, blob, uri, resource }: Content): string {
  const inner = fields(resource);
  const bytes = [data, blob, inner['blob']].find((each) => typeof each === 'string');
  const size = typeof bytes === 'string' ? byteSize(Math.floor((bytes.length * 3) / 4)) : null;
  const facts = [type, mimeType ?? inner['mimeType'], uri ?? inner['uri'], size];
  return printable(facts.filter((each) => typeof each === 'string').join(', '));
}
