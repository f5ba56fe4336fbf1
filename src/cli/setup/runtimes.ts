// `setup node` and other runtimes: variables for the shell, or for a command.
import { ALL_VARIABLES, RUNTIMES, type RuntimeVariables } from '../../system/runtimes/index.ts';
import { runCommand } from '../processes/command.ts';
import { runtimeVariables } from '../environment/environment.ts';
import { environmentAfter, environmentBefore } from './before.ts';
import { note, print, type SetupRequest, type SetupTarget } from './contract.ts';
import { evaluation, shellCommands, shellNamed } from './shell.ts';

export const runtimeTargets: readonly SetupTarget[] = [
  {
    name: 'terminal',
    title: 'a terminal: all of these',
    run: (request) => setUp('terminal', ALL_VARIABLES, request),
  },
  ...RUNTIMES.map(({ target, title, variables }) => ({
    name: target,
    title,
    run: (request: SetupRequest) => setUp(target, variables, request),
  })),
];

async function setUp(target: string, kinds: RuntimeVariables, request: SetupRequest): Promise<number> {
  const { env, undo, command } = request;
  const shell = shellNamed(request.shell, env);
  const original = environmentBefore(env);
  if (undo) {
    print(shellCommands(env, original, shell));
    return 0;
  }
  const variables = await runtimeVariables({ ...request, proxyPort: request.port, base: original }, kinds);
  if (command.length > 0) return runWith(command, { ...original, ...variables });
  print(shellCommands(env, environmentAfter(original, variables), shell));
  if (process.stdout.isTTY)
    note(
      `# to set them in this shell: ${evaluation(shell, `proxyctl setup ${target}`)}\n# to take them back: ${evaluation(shell, `proxyctl setup ${target} --undo`)}`,
    );
  return 0;
}

async function runWith(command: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { code, error } = await runCommand(command, env).exited;
  if (error !== undefined) note(`error: ${error}`);
  return code;
}
