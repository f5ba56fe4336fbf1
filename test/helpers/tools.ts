// Debugging tools for tests: their services, and rules as users would create them.
import { PausedQueue } from '../../src/tools/paused/index.ts';
import type { Tool, ToolNotice, ToolServices } from '../../src/tools/contract.ts';
import { ruleSchema } from '../../src/tools/rules/schema.ts';
import type { Rule } from '../../src/tools/rules/rule.ts';
import { ScriptLog } from '../../src/tools/script-log.ts';

/** Services that record what tools report. */
export interface TestServices extends ToolServices {
  readonly notices: ToolNotice[];
}

export function toolServices(given: Partial<ToolServices> = {}): TestServices {
  const notices: ToolNotice[] = [];
  return {
    scriptLog: new ScriptLog(),
    paused: new PausedQueue(),
    notify: (notice) => void notices.push(notice),
    color: () => undefined,
    readRecording: () => Promise.resolve([]),
    maxBodyBytes: () => 1024 * 1024,
    ...given,
    notices,
  };
}

/** Creates a rule of the tool with these fields. */
export function ruleOf(tool: Tool, fields: Readonly<Record<string, unknown>> = {}): Rule {
  const schema = ruleSchema(tool);
  if (schema === null) throw new Error(`${tool.title} has no rules`);
  return schema.parse({ id: 'r1', ...fields });
}
