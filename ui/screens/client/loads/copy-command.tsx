// Copies the command that runs the same load test.
import { Terminal } from 'lucide-react';
import { Button } from '../../../parts/index.ts';
import { copyText } from '../../../state/actions.ts';
import { useResource } from '../../../state/resource.ts';
import { environments } from '../model/environments.ts';
import { placed } from '../model/steps.ts';
import { loadCommand } from './command.ts';
import type { LoadSetup } from './setup-parts.ts';

export function CopyCommand({ setup, isReady }: { readonly setup: LoadSetup; readonly isReady: boolean }) {
  const known = useResource(environments).value ?? [];
  const nameOf = (kind: string, id: string): string =>
    id === '' ? '' : (placed(`${kind}:${id}`)?.object.name ?? '');
  const nameInside = (id: string): string => nameOf('folder', id) || nameOf('request', id) || id;
  const names = {
    collection: nameOf('collection', setup.collection),
    only: setup.only.map(nameInside),
    weights: Object.fromEntries(
      Object.entries(setup.weights).map(([id, weight]) => [nameInside(id), weight]),
    ),
    environment: known.find(({ id }) => id === setup.environment)?.name ?? '',
    dataset: nameOf('dataset', setup.dataset),
  };
  return (
    <Button
      icon={Terminal}
      disabled={!isReady}
      onClick={() => void copyText(loadCommand(setup, names), 'Copied the command')}
    >
      Copy command
    </Button>
  );
}
