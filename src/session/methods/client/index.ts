// The methods for the window of the API client.
import {
  clientCertificates,
  deleteClientCertificate,
  distrustCertificate,
  setClientCertificate,
  trustCertificate,
  trustedCertificates,
} from './certificates.ts';
import {
  clientCancel,
  clientChannelEvents,
  clientChannels,
  clientCloseChannel,
  clientResponseBody,
} from './channels.ts';
import {
  clientClose,
  clientConnect,
  clientConnectionSend,
  clientHalfClose,
  clientSubscribe,
  clientUnsubscribe,
} from './connect.ts';
import {
  clientCookies,
  clientTokens,
  deleteClientCookies,
  forgetClientToken,
  setClientCookie,
} from './credentials.ts';
import { describeServer } from './describe-server.ts';
import { planFromTraffic, saveFromTraffic, trafficFilter } from './from-traffic.ts';
import {
  clientLoadTest,
  clientPause,
  clientReloadMock,
  clientRun,
  clientRunResults,
  clientStartMock,
} from './jobs.ts';
import { clientPreview, clientVariables } from './preview.ts';
import { clientSend } from './send.ts';
import { changeDraft, listDrafts } from './drafts/drafts.ts';
import { discardDrafts, resolveDraft, saveDraft, saveDrafts } from './drafts/save-draft.ts';
import { commitObjects, diff, discard, log, status } from './git/git.ts';
import { replace, search } from './search/search.ts';
import { renameVariable, variableUses } from './search/variables.ts';
import { act, ownId, undo, undoSteps } from './workspace/undo.ts';
import { clientObject, clientWorkspace } from './workspace/workspace.ts';

export const clientMethods = [
  clientWorkspace,
  clientObject,
  listDrafts,
  changeDraft,
  saveDraft,
  saveDrafts,
  discardDrafts,
  resolveDraft,
  act,
  undo,
  undoSteps,
  ownId,
  search,
  replace,
  variableUses,
  renameVariable,
  status,
  diff,
  log,
  commitObjects,
  discard,
  clientPreview,
  clientVariables,
  clientSend,
  clientConnect,
  clientConnectionSend,
  clientSubscribe,
  clientUnsubscribe,
  clientHalfClose,
  clientClose,
  clientRun,
  clientPause,
  clientRunResults,
  clientStartMock,
  clientReloadMock,
  clientLoadTest,
  clientChannels,
  clientChannelEvents,
  clientCancel,
  clientCloseChannel,
  clientResponseBody,
  clientCookies,
  setClientCookie,
  deleteClientCookies,
  clientTokens,
  forgetClientToken,
  trustCertificate,
  trustedCertificates,
  distrustCertificate,
  clientCertificates,
  setClientCertificate,
  deleteClientCertificate,
  describeServer,
  planFromTraffic,
  saveFromTraffic,
  trafficFilter,
] as const;
