// The datasets of the workspace with their sizes.
import { rpc } from '../../../api/client.ts';
import { createResource } from '../../../state/resource.ts';
import { onFilesChanged } from '../../../state/workspace-events.ts';

export const datasets = createResource(() => rpc('list_datasets', {}));

onFilesChanged(() => datasets.refresh());
