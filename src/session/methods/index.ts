// The registry of methods. A new method is one file beside these and its line here.
import type { Method } from './contract.ts';
import { listPaused } from './breakpoints/list-paused.ts';
import { resolvePaused } from './breakpoints/resolve-paused.ts';
import { bypassing } from './capture/bypassing-apps.ts';
import { clearSession } from './capture/clear-session.ts';
import { listApps } from './capture/list-apps.ts';
import { listDomains } from './capture/list-domains.ts';
import { setMacosProxy } from './capture/set-macos-proxy.ts';
import { setRecording } from './capture/set-recording.ts';
import { status } from './capture/status.ts';
import { clientMethods } from './client/index.ts';
import { captureDomains } from './dns-capture/capture-domains.ts';
import { dnsCaptureState } from './dns-capture/dns-capture-state.ts';
import { openCapture } from './dns-capture/open-capture.ts';
import { suggestCaptureDomains } from './dns-capture/suggest-capture-domains.ts';
import { annotateRequest } from './requests/annotate-request.ts';
import { editAndReplay } from './requests/edit-and-replay.ts';
import { deleteRule } from './rules/delete-rule.ts';
import { listRules } from './rules/list-rules.ts';
import { ruleFromRequest } from './rules/rule-from-request.ts';
import { scriptLogs } from './rules/script-logs.ts';
import { setToolEnabled } from './rules/set-tool-enabled.ts';
import { upsertRule } from './rules/upsert-rule.ts';
import { certificate } from './settings/certificate.ts';
import { currentSettings } from './settings/get-settings.ts';
import { sslProxying } from './settings/ssl-proxying.ts';
import { updateSettings } from './settings/update-settings.ts';
import { compareRequests } from './traffic/compare-requests.ts';
import { exportSession } from './traffic/export-session.ts';
import { importSession } from './traffic/import-session.ts';
import { insights } from './traffic/insights.ts';
import { agentRun, agentRunPage, agentRuns } from './ui/agents.ts';
import { checkSettings } from './ui/check-settings.ts';
import { clients } from './ui/clients.ts';
import { compareSideBySide } from './ui/compare-side-by-side.ts';
import { columnValues, headerNames } from './ui/column-values.ts';
import { deleteRequests } from './ui/delete-requests.ts';
import { draftRule } from './ui/draft-rule.ts';
import { dryRunRule } from './ui/dry-run-rule.ts';
import { exportRules } from './ui/export-rules.ts';
import { generateCode } from './ui/generate-code.ts';
import { explainRules } from './ui/explain-rules.ts';
import { importRules } from './ui/import-rules.ts';
import { deleteKeptSession, keptSessions, openKeptSession } from './ui/kept-sessions.ts';
import { about, newestVersion, openDataFolder } from './ui/about.ts';
import { machine } from './ui/machine.ts';
import { changeDrafts, listDrafts } from './ui/drafts.ts';
import { changePreferences, preferences } from './ui/preferences.ts';
import { reorderRules } from './ui/reorder-rules.ts';
import { restoreRequests } from './ui/restore-requests.ts';
import { ruleForms } from './ui/rule-forms.ts';
import { ruleHits } from './ui/rule-hits.ts';
import { saveRule } from './ui/save-rule.ts';
import { testScript } from './ui/test-script.ts';
import { scriptError } from './ui/script-error.ts';
import { startClient } from './ui/start-client.ts';
import { annotateRequests } from './ui/annotate-requests.ts';
import { assistantCalls, assistantPrograms, undoAssistantCall } from './ui/assistants.ts';
import { trust } from './ui/trust.ts';
import { open } from './windows/open.ts';
import { allWorkspaceMethods } from './workspace/index.ts';

const all = [
  status,
  setRecording,
  clearSession,
  setMacosProxy,
  listApps,
  listDomains,
  annotateRequest,
  editAndReplay,
  compareRequests,
  exportSession,
  importSession,
  sslProxying,
  currentSettings,
  updateSettings,
  certificate,
  listRules,
  upsertRule,
  deleteRule,
  setToolEnabled,
  ruleFromRequest,
  scriptLogs,
  listPaused,
  resolvePaused,
  insights,
  bypassing,
  suggestCaptureDomains,
  openCapture,
  open,
  deleteRequests,
  restoreRequests,
  annotateRequests,
  agentRuns,
  agentRun,
  agentRunPage,
  compareSideBySide,
  columnValues,
  headerNames,
  preferences,
  listDrafts,
  changeDrafts,
  changePreferences,
  generateCode,
  explainRules,
  dryRunRule,
  reorderRules,
  ruleForms,
  draftRule,
  saveRule,
  ruleHits,
  exportRules,
  importRules,
  testScript,
  checkSettings,
  machine,
  about,
  openDataFolder,
  newestVersion,
  scriptError,
  startClient,
  assistantPrograms,
  assistantCalls,
  undoAssistantCall,
  trust,
  clients,
  keptSessions,
  openKeptSession,
  deleteKeptSession,
  dnsCaptureState,
  captureDomains,
  ...allWorkspaceMethods,
  ...clientMethods,
] as const;

export const methods = all as readonly Method[];

/** The methods by name, with the types of their parameters and results. */
export type Methods = { readonly [M in (typeof all)[number] as M['name']]: M };
