// The methods for the window of the API client.
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
  clientTopics,
  clientUnsubscribe,
} from './connect.ts';
import {
  clientCookies,
  clientTokens,
  deleteClientCookies,
  forgetClientToken,
  setClientCookie,
} from './credentials.ts';
import { describeServer, listenTopics } from './describe-server.ts';
import { planFromTraffic, saveFromTraffic, trafficFilter } from './from-traffic.ts';
import { clientLoadTest, clientPause, clientRun, clientRunResults } from './jobs.ts';
import { clientCheckPort, clientReloadMock, clientStartMock } from './mocks.ts';
import { requestFromOperation, specOperations } from './operations.ts';
import { clientPreview, clientVariables } from './preview.ts';
import { requestFromTraffic } from './request-from-traffic.ts';
import { requestFromText } from './request-from-text.ts';
import { clientSend } from './send.ts';
import { changeDraft, listDrafts } from './drafts/drafts.ts';
import { discardDrafts, resolveDraft, saveDraft, saveDrafts } from './drafts/save-draft.ts';
import { commitObjects, diff, discard, log, status } from './git/git.ts';
import { replace, search } from './search/search.ts';
import { renameVariable, variableCounts, variableUses } from './search/variables.ts';
import { exportFormatsOf, exportObject } from './transfer/export.ts';
import { importFiles, planImport } from './transfer/import.ts';
import { saveVariables } from './workspace/save-variables.ts';
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
  variableCounts,
  saveVariables,
  renameVariable,
  status,
  diff,
  log,
  commitObjects,
  discard,
  clientPreview,
  clientVariables,
  planImport,
  importFiles,
  exportFormatsOf,
  exportObject,
  requestFromText,
  requestFromTraffic,
  clientSend,
  clientConnect,
  clientConnectionSend,
  clientSubscribe,
  clientUnsubscribe,
  clientHalfClose,
  clientClose,
  clientTopics,
  clientRun,
  clientPause,
  clientRunResults,
  clientStartMock,
  clientReloadMock,
  clientCheckPort,
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
  describeServer,
  listenTopics,
  specOperations,
  requestFromOperation,
  planFromTraffic,
  saveFromTraffic,
  trafficFilter,
] as const;
