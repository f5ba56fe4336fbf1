// The environments of the workspace, for choices.
import { rpc } from '../../../api/client.ts';
import { createResource } from '../../../state/resource.ts';
import { onFilesChanged } from '../../../state/workspace-events.ts';

export const environments = createResource(() => rpc('list_environments', {}));

onFilesChanged(() => environments.refresh());
