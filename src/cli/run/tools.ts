// The debugging tools of a run: as a file says, without anybody to look after them.
import { dirname, resolve } from 'node:path';
import { readJsonFile } from '../../app/json-file.ts';
import { readRecording } from '../../app/recordings.ts';
import { messageOf } from '../../base/errors.ts';
import { DesktopNotices } from '../../system/notify/index.ts';
import { PausedQueue } from '../../tools/paused.ts';
import { ScriptLog } from '../../tools/script-log.ts';
import { ToolSet } from '../../tools/tool-set.ts';
import { withAbsolutePaths } from '../../tools/tools-file.ts';
import { printable } from '../flow-line.ts';

/**
 * Paths in the file are relative to its folder. Rejects with an Error that names the file, and the tool, rule and field
 * that is wrong, or the line and column where it is no JSON.
 */
export async function toolsFromFile(
  path: string,
  maxBodyBytes: number,
  say: (text: string) => void,
): Promise<ToolSet> {
  const notices = new DesktopNotices();
  const tools = new ToolSet({
    scriptLog: new ScriptLog(({ level, script, message }) => say(shown(`${script}: ${level}: ${message}`))),
    paused: new PausedQueue(),
    notify({ channel, title, text }) {
      if (channel === 'desktop') notices.show(title, text);
      else say(shown(`${title}: ${text}`));
    },
    color(flow, color) {
      flow.color = color;
    },
    readRecording,
    maxBodyBytes: () => maxBodyBytes,
  });
  try {
    tools.load(withAbsolutePaths(await readJsonFile(path), dirname(resolve(path))));
  } catch (error) {
    await tools.close();
    throw new Error(`the tools ${path} cannot be used: ${messageOf(error)}`, { cause: error });
  }
  if (tools.activeTools.includes('breakpoint')) {
    tools.setEnabled('breakpoint', false);
    say('Breakpoint is left off: in a run nobody can let go what it would hold');
  }
  return tools;
}

/** Scripts may quote what strangers sent: nothing of it may steer the terminal. */
function shown(text: string): string {
  return text.split(/\r?\n/).map(printable).join('\n    ');
}
