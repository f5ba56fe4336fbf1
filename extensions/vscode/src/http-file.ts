// Finds the requests of a `.http` file, for the editor alone: proxyctl reads the file itself when it sends one.

export interface FoundRequest {
  /** As proxyctl names it: after `###`, in `# @name`, or its method and address. */
  readonly name: string;
  /** The line with the method, from 0. */
  readonly line: number;
}

const METHOD = /^([A-Z]{3,20}|GRAPHQL|GRPC|WS|WSS|WEBSOCKET|SSE|MQTT|MCP)\s+\S/;
const ADDRESS = /^(?:https?:\/\/|\{\{)\S+$/;

export function requestsIn(text: string): readonly FoundRequest[] {
  const found: FoundRequest[] = [];
  let title = '';
  let name = '';
  let hasRequest = false;
  for (const [line, content] of text.split(/\r?\n/).entries()) {
    const separator = /^###+\s*(.*)$/.exec(content);
    if (separator !== null) {
      [title, name, hasRequest] = [separator[1]!.trim(), '', false];
      continue;
    }
    if (hasRequest) continue;
    name = /^(?:#|\/\/)\s*@name[\s=]+(\S.*)$/.exec(content)?.[1]?.trim() ?? name;
    const words = content.trim();
    if (!METHOD.test(words) && !ADDRESS.test(words)) continue;
    hasRequest = true;
    found.push({ name: name || title || words.replace(/\s+HTTP\/[\d.]+$/, ''), line });
  }
  return found;
}
