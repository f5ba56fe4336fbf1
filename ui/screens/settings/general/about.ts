// Facts of the program that runs the app, loaded when the general page first shows them.
import { rpc } from '../../../api/client.ts';
import { createResource } from '../../../state/resource.ts';

export const about = createResource(() => rpc('ui.about', {}));
