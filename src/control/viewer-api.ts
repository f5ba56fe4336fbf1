// The API behind the page of `proxyctl view`: recorded requests, to be read and exported. Nothing in it changes them,
// sends anything, or reaches the app.
import { viewDispatcher } from '../session/methods/view-methods.ts';
import type { Viewer } from '../session/viewer.ts';
import type { LocalHandler } from '../base/local-http.ts';
import { guardedApi } from './api.ts';
import type { UiPage } from './app-access.ts';
import { bodyEndpoints } from './endpoints/body.ts';
import { eventEndpoints } from './endpoints/events.ts';
import { flowExportEndpoints } from './endpoints/exports.ts';
import { fileExportEndpoints } from './endpoints/files.ts';
import { detailEndpoint } from './endpoints/flows.ts';
import { rpcEndpoints } from './endpoints/rpc.ts';
import { searchEndpoints } from './endpoints/search.ts';

export interface ViewerApiOptions {
  readonly viewer: Viewer;
  readonly token: string;
  readonly port: () => number;
  readonly page: Omit<UiPage, 'mode'>;
}

export function viewerApi({ viewer, token, port, page }: ViewerApiOptions): LocalHandler {
  const { traffic, protos } = viewer;
  return guardedApi({
    endpoints: [
      detailEndpoint(protos),
      ...bodyEndpoints,
      ...flowExportEndpoints,
      ...fileExportEndpoints(traffic, () => traffic.selected()),
      ...eventEndpoints(traffic, null),
      ...searchEndpoints(traffic),
      ...rpcEndpoints(viewDispatcher(viewer)),
    ],
    token,
    tokenPath: 'the session of the page that "proxyctl view" opens',
    port,
    flows: viewer,
    page: { ...page, mode: 'viewer' },
  });
}
