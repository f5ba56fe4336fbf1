// The fields that few exchanges have, as JSON: the records of the others do without it, and later releases can add to it.
import { fields, list, text, textOrNull, type Fields } from '../../base/json-fields.ts';
import { FLOW_COLORS, type FlowColor } from '../colors.ts';
import type { Flow, MatchedRule } from '../flow.ts';
import type { Message } from '../message.ts';
import { operationOf } from '../operation.ts';
import { NOT_DECRYPTED_CODES, type NotDecrypted } from '../not-decrypted.ts';
import { repairRules } from '../repairs.ts';

/** Returns the rare fields of a flow; null when it has none. */
export function rareFlowFields(flow: Flow): string | null {
  const { error, notDecrypted, tags, matchedRules, repairs, color, comment, openedFrom, pinned } = flow;
  const isPlain =
    error === null &&
    notDecrypted === null &&
    tags.length + matchedRules.length + repairs.length === 0 &&
    color === null &&
    comment === '' &&
    openedFrom === null &&
    !pinned;
  const process = processOf(flow);
  if (isPlain && process === null) return null;
  return JSON.stringify({
    ...(error !== null && { error }),
    ...(notDecrypted !== null && { notDecrypted }),
    ...(tags.length > 0 && { tags }),
    ...(matchedRules.length > 0 && { matchedRules }),
    ...(repairs.length > 0 && { repairs }),
    ...(color !== null && { color }),
    ...(comment !== '' && { comment }),
    ...(openedFrom !== null && { openedFrom }),
    ...(pinned && { pinned }),
    ...(process !== null && { process, parents: flow.client.parents }),
  });
}

/** Returns the process of an exchange of an AI agent, whose runs are joined by it; null for other exchanges. */
function processOf(flow: Flow): string | null {
  const { process } = flow.client;
  if (process === null || flow.method !== 'POST') return null;
  const type = operationOf(flow)?.type;
  return type === 'ai' || type === 'mcp' ? process : null;
}

/** Sets the rare fields of a flow. What is not understood is left out. */
export function restoreRareFlowFields(flow: Flow, json: string): void {
  const rare = parsed(json);
  flow.error = typeof rare['error'] === 'string' ? rare['error'] : null;
  flow.notDecrypted = notDecryptedOf(rare['notDecrypted']);
  flow.tags = list(rare['tags']).filter((tag) => typeof tag === 'string');
  flow.matchedRules = list(rare['matchedRules']).map(matchedRule);
  flow.repairs = list(rare['repairs']).flatMap((repair) => {
    const { rule, text: what } = fields(repair);
    const known = repairRules.find((each) => each === rule);
    return known === undefined ? [] : [{ rule: known, text: text(what) }];
  });
  flow.color = colorOf(rare['color']);
  flow.comment = text(rare['comment']);
  flow.openedFrom = textOrNull(rare['openedFrom']);
  flow.pinned = rare['pinned'] === true;
  if (flow.client.process !== null || typeof rare['process'] !== 'string') return;
  flow.client.process = rare['process'];
  flow.client.parents = list(rare['parents']).filter((parent) => typeof parent === 'string');
}

/** Returns the rare fields of a message; null when it has none. */
export function rareMessageFields({ notes, mimeType, transferredBytes }: Message): string | null {
  if (notes === null && mimeType === '' && transferredBytes === null) return null;
  return JSON.stringify({
    ...(notes !== null && { notes }),
    ...(mimeType !== '' && { mimeType }),
    ...(transferredBytes !== null && { transferred: transferredBytes }),
  });
}

export function restoreRareMessageFields(message: Message, json: string): void {
  const { notes, mimeType, transferred } = parsed(json);
  message.notes = Array.isArray(notes) ? notes.filter((note) => typeof note === 'string') : null;
  message.mimeType = text(mimeType);
  message.transferredBytes =
    typeof transferred === 'number' && Number.isSafeInteger(transferred) && transferred >= 0
      ? transferred
      : null;
}

function parsed(json: string): Fields {
  try {
    return fields(JSON.parse(json));
  } catch {
    return {};
  }
}

function notDecryptedOf(value: unknown): NotDecrypted | null {
  const { code, text: reason } = fields(value);
  if (typeof reason !== 'string') return null;
  return { code: NOT_DECRYPTED_CODES.find((each) => each === code) ?? null, text: reason };
}

function matchedRule(value: unknown): MatchedRule {
  const { tool, id, name, note } = fields(value);
  const rule = { tool: text(tool), id: text(id), name: text(name) };
  return typeof note === 'string' ? { ...rule, note } : rule;
}

function colorOf(value: unknown): FlowColor | null {
  return FLOW_COLORS.find((color) => color === value) ?? null;
}
