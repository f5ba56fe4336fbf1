// Starts the assistant server with the options of the command line.
import { resolve } from 'node:path';
import { dataFolder } from '../../base/data-folder.ts';
import { didYouMean } from '../../base/did-you-mean.ts';
import { UserError } from '../../base/errors.ts';
import { serveMcp } from '../../mcp/index.ts';
import { TOOLSETS, type Toolset } from '../../session/methods/contract.ts';
import { workspaceFolder } from '../../collections/storage/workspace-folder.ts';
import { modelPrices } from '../collection/model-prices.ts';
import { portNumber } from '../options.ts';

export interface McpFlags {
  readonly port?: string | undefined;
  readonly workspace?: string | undefined;
  readonly toolsets: string;
  readonly showSecrets?: true | undefined;
  readonly allowPath: readonly string[];
}

/** Serves until standard input ends. Throws a UserError for an invalid option. */
export async function serve({
  port,
  workspace,
  toolsets,
  showSecrets,
  allowPath,
}: McpFlags): Promise<number> {
  await serveMcp({
    home: dataFolder(),
    workspace: await workspaceFolder(workspace),
    port: port === undefined ? null : portNumber('--port', port),
    toolsets: toolsetsOf(toolsets),
    showSecrets: showSecrets === true,
    modelPrices,
    allowedPaths: allowPath.map((path) => resolve(path)),
    input: process.stdin,
    output: process.stdout,
    say: (text) => process.stderr.write(`${text}\n`),
  });
  return 0;
}

function toolsetsOf(text: string): ReadonlySet<Toolset> {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0)
    throw new UserError('INVALID_PARAMETER', `--toolsets is empty: give some of ${TOOLSETS.join(', ')}`);
  return new Set(names.map(toolset));
}

function toolset(name: string): Toolset {
  const found = TOOLSETS.find((each) => each === name);
  if (found !== undefined) return found;
  throw new UserError('INVALID_PARAMETER', `--toolsets: ${name} is none, ${didYouMean(name, TOOLSETS)}`);
}
