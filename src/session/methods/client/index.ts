// The methods for the window of the API client.
import {
  clientCertificates,
  deleteClientCertificate,
  enableClientCertificate,
  distrustCertificate,
  setClientCertificate,
  trustCertificate,
  trustedCertificates,
  tryClientCertificate,
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
  clientTopics,
  clientUnsubscribe,
} from './connect.ts';
import {
  clientCookies,
  clientTokens,
  deleteClientCookies,
  forgetClientToken,
  requestToken,
  setClientCookie,
} from './credentials.ts';
import { describeServer, listenTopics } from './describe-server.ts';
import { planFromTraffic, saveFromTraffic, trafficFilter } from './from-traffic.ts';
import { clientPause, clientRun } from './jobs.ts';
import { clientLastRun, clientRuns } from './past-runs.ts';
import { clientRunReport, clientRunReportPart, clientRunRequest, clientRunResults } from './run-results.ts';
import { clientRunText } from './run-text.ts';
import { clientCompareLoadTests, clientLoadTestReport, clientLoadTests } from './load-tests/compare.ts';
import { clientPlanLoadTest } from './load-tests/plan.ts';
import { clientLoadTest, clientLoadTestTotals } from './load-tests/start.ts';
import { clientMockAnswer } from './mock-answer.ts';
import { clientMockRoutes } from './mock-routes.ts';
import { clientChangeMock, clientCheckPort, clientReloadMock, clientStartMock } from './mocks.ts';
import { requestFromOperation, specOperations } from './operations.ts';
import { clientFlowResponse, clientRunFlow } from './flows.ts';
import { clientCode } from './code.ts';
import { clientPreview, clientVariables } from './preview.ts';
import { openTabs, saveOpenTabs } from './open-tabs.ts';
import { allowedPrograms, allowProgram, forgetProgram } from './programs.ts';
import { requestFromTraffic } from './request-from-traffic.ts';
import { requestFromText } from './request-from-text.ts';
import { clientHistory, deleteHistory, clientHistoryEntry } from './history.ts';
import { clientResponse, clientResponses, deleteResponses, storedResponseBody } from './responses.ts';
import { forgetScriptValues, keepScriptValue, scriptValues } from './script-values.ts';
import { clientSend } from './send.ts';
import { clientSentRequest } from './sent-request.ts';
import { changeDraft, listDrafts } from './drafts/drafts.ts';
import { discardDrafts, resolveDraft, saveDraft, saveDrafts } from './drafts/save-draft.ts';
import { commitObjects, diff, discard, log, status } from './git/git.ts';
import { branches, pullCommits, pushCommits, switchTo } from './git/branches.ts';
import { discardField } from './git/discard-field.ts';
import { discardLines } from './git/discard-lines.ts';
import { resolve as resolveMerge, texts as gitTexts } from './git/texts.ts';
import { replace, search } from './search/search.ts';
import { checkContract, contractReport } from './specs/contract.ts';
import { applyCorrections, contractViolation, correctSpec } from './specs/correct.ts';
import { affectedByChanges } from './specs/affected.ts';
import { diffSpec } from './specs/diff.ts';
import { specDocs } from './specs/docs.ts';
import { ignoreInSpec } from './specs/ignore.ts';
import { lintSpecText } from './specs/lint.ts';
import { previewSpecSync } from './specs/sync.ts';
import { renameVariable, variableCounts, variableUses } from './search/variables.ts';
import { docsPreview, exportFormatsOf, exportObject } from './transfer/export.ts';
import { importFiles, planImport } from './transfer/import.ts';
import { listFolder, openWorkspace } from './workspace/open-workspace.ts';
import { saveVariables } from './workspace/save-variables.ts';
import { changeRequests, readRequests } from './workspace/change-requests.ts';
import { act, ownId, undo, undoSteps } from './workspace/undo.ts';
import { clientObject, clientWorkspace } from './workspace/workspace.ts';

export const clientMethods = [
  clientWorkspace,
  clientObject,
  openWorkspace,
  listFolder,
  readRequests,
  changeRequests,
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
  discardField,
  discardLines,
  gitTexts,
  resolveMerge,
  branches,
  switchTo,
  pullCommits,
  pushCommits,
  clientPreview,
  clientCode,
  clientVariables,
  planImport,
  importFiles,
  exportFormatsOf,
  exportObject,
  docsPreview,
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
  clientRunRequest,
  clientRunReport,
  clientRunReportPart,
  clientRuns,
  clientLastRun,
  clientRunText,
  clientRunFlow,
  clientFlowResponse,
  clientStartMock,
  clientReloadMock,
  clientChangeMock,
  clientMockRoutes,
  clientMockAnswer,
  clientCheckPort,
  clientLoadTest,
  clientLoadTestTotals,
  clientPlanLoadTest,
  clientLoadTests,
  clientCompareLoadTests,
  clientLoadTestReport,
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
  requestToken,
  clientResponses,
  clientResponse,
  storedResponseBody,
  deleteResponses,
  clientHistory,
  clientHistoryEntry,
  clientSentRequest,
  deleteHistory,
  scriptValues,
  keepScriptValue,
  forgetScriptValues,
  trustCertificate,
  allowProgram,
  allowedPrograms,
  forgetProgram,
  openTabs,
  saveOpenTabs,
  trustedCertificates,
  distrustCertificate,
  clientCertificates,
  setClientCertificate,
  enableClientCertificate,
  tryClientCertificate,
  deleteClientCertificate,
  describeServer,
  listenTopics,
  specOperations,
  requestFromOperation,
  lintSpecText,
  previewSpecSync,
  diffSpec,
  affectedByChanges,
  ignoreInSpec,
  contractViolation,
  correctSpec,
  applyCorrections,
  specDocs,
  checkContract,
  contractReport,
  planFromTraffic,
  saveFromTraffic,
  trafficFilter,
] as const;
