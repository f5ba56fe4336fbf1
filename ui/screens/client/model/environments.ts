// The environments of the workspace, of which one may be active.
import { rpc } from '../../../api/client.ts';
import { createResource } from '../../../state/resource.ts';
import { onFilesChanged } from '../../../state/workspace-events.ts';

export const environments = createResource(() => rpc('list_environments', {}));

onFilesChanged(() => environments.refresh());
