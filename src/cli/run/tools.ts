// The debugging tools of a run, set up by a file and `--mock`, without interaction. Modules that only runs with tools
// need are loaded on use, so that other runs start faster.
import { dirname, resolve } from 'node:path';
import { messageOf, UserError } from '../../base/errors.ts';
import { SessionTools } from '../../session/tools.ts';
import type { ToolSet } from '../../tools/tool-set.ts';
import { printable } from '../../base/printable.ts';

/** The files given by the options; null when absent. */
export interface ToolFiles {
  /** File with rules. */
  readonly tools: string | null;
  /** A recording whose responses replace those of servers. */
  readonly mock: string | null;
}

export interface RunTools {
  readonly session: SessionTools;
  /** Hosts of the recording that must be decrypted. */
  readonly hosts: readonly string[];
}

/**
 * Loads the tools of a run; without files, none. Paths in a file are relative to its folder. Rejects with an Error
 * that names the file, and the invalid tool, rule and field, or the position of invalid JSON.
 */
export async function runTools(files: ToolFiles, say: (text: string) => void): Promise<RunTools> {
  const session = new SessionTools({
    say: (text) => say(shown(text)),
    scriptLine: ({ level, script, message }) => say(shown(`${script}: ${level}: ${message}`)),
  });
  if (files.tools === null && files.mock === null) return { session, hosts: [] };
  const hosts = files.mock === null ? [] : await recordedHosts(files.mock);
  const { tools } = await session.load();
  try {
    if (files.tools !== null) await load(tools, files.tools);
  } catch (error) {
    await session.close();
    throw error;
  }
  for (const warning of await tools.allWarnings()) say(shown(warning));
  if (files.mock !== null) mockFrom(tools, resolve(files.mock));
  if (tools.activeTools.includes('breakpoint')) {
    tools.setEnabled('breakpoint', false);
    say('Breakpoint is left off: in a run nobody can let go what it would hold');
  }
  return { session, hosts };
}

async function load(tools: ToolSet, path: string): Promise<void> {
  const { readJsonFile } = await import('../../base/json-file.ts');
  try {
    tools.load(await readJsonFile(path), dirname(resolve(path)));
  } catch (error) {
    throw new UserError('INVALID_FILE', `the tools ${path} cannot be used: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/** Resolves with the hosts of HTTPS requests in a recording. Rejects when it cannot be used. */
async function recordedHosts(path: string): Promise<readonly string[]> {
  const { readRecording } = await import('../../traffic/recordings.ts');
  try {
    const flows = await readRecording(path);
    if (flows.length === 0) throw new UserError('INVALID_DATA', 'there are no requests in it');
    const encrypted = flows.filter(({ target }) => target.scheme === 'https');
    return [...new Set(encrypted.map(({ target }) => target.host))];
  } catch (error) {
    throw new UserError('INVALID_FILE', `the recording ${path} cannot be used: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/** Adds the recording before all mock sets of the file. */
function mockFrom(tools: ToolSet, source: string): void {
  const [listing] = tools.list('mockSets');
  if (listing === undefined) return;
  // Enabling the tool for the recording must not enable rules that were disabled in the file.
  for (const rule of listing.enabled ? [] : listing.rules)
    tools.upsert('mockSets', { id: rule.id, enabled: false });
  const { id } = tools.upsert('mockSets', { name: 'Recording', pattern: '*', source });
  tools.reorder('mockSets', [id, ...listing.rules.map((rule) => rule.id)]);
  tools.setEnabled('mockSets', true);
}

/** Escapes a message: scripts may quote captured text, which must not control the terminal. */
function shown(text: string): string {
  return text.split(/\r?\n/).map(printable).join('\n    ');
}
