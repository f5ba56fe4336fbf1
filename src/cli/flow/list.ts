// `flow list`: the flows of the workspace.
import { printable } from '../../base/printable.ts';
import { numberedSteps } from '../../runs/flows/sends.ts';
import type { FlowStep } from '../../collections/model/flow.ts';
import { Workspace } from '../../collections/storage/workspace.ts';
import { workspaceFolder } from '../../collections/storage/workspace-folder.ts';
import { printFileErrors } from '../collection/file-errors.ts';

export async function listFlows({
  workspace: given,
}: {
  readonly workspace?: string | undefined;
}): Promise<number> {
  const workspace = new Workspace(await workspaceFolder(given));
  const lines = (await workspace.flows()).flatMap(({ name, id, steps }) => [
    `${printable(name)} (${printable(id)})`,
    ...[...numberedSteps(steps)].map(({ step, number }) => `  ${number}  ${printable(described(step))}`),
  ]);
  if (lines.length === 0) lines.push(`There are no flows in ${workspace.folder}`);
  process.stdout.write(`${lines.join('\n')}\n`);
  printFileErrors(workspace);
  return 0;
}

function described(step: FlowStep): string {
  switch (step.type) {
    case 'send':
      return `send ${[step.collection, step.request].filter((part) => part !== '').join(' / ')}`;
    case 'extract':
      return `extract ${[step.from, step.path].filter((part) => part !== '').join(' ')} as ${step.variable}`;
    case 'delay':
      return `delay ${step.ms} ms`;
    case 'script':
      return `script ${step.code.trim().split('\n')[0] ?? ''}`;
    case 'condition':
      return `condition ${step.when.left} ${step.when.op} ${step.when.right}`.trimEnd();
    case 'loop':
      return `loop ${[
        ...(step.times === null ? [] : [`${step.times} times`]),
        ...(step.over === '' ? [] : [`over ${step.over}`]),
        ...(step.while === null ? [] : [`while ${step.while.left} ${step.while.op} ${step.while.right}`]),
      ].join(', ')}`;
  }
}
