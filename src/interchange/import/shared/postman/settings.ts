// Converts Postman's protocol profile behaviour. Collections and folders pass theirs on to their contents.
import { isObject } from '../../../../base/is-object.ts';
import { describeType, type JsonObject } from '../../../../documents/json-values.ts';
import type { OwnSettings } from '../../../../collections/model/request.ts';
import type { ImportContext } from '../import-context.ts';

type Setting = OwnSettings;

const BEHAVIOURS: ReadonlyMap<string, (value: unknown) => Setting | null> = new Map([
  ['followRedirects', flag((followRedirects) => ({ followRedirects }))],
  ['strictSSL', flag((verifyTls) => ({ verifyTls }))],
  ['followOriginalHttpMethod', flag((keepMethod) => ({ keepMethod }))],
  ['followAuthorizationHeader', flag((keepAuthorization) => ({ keepAuthorization }))],
  ['disableCookies', flag((disabled) => ({ sendCookies: !disabled }))],
  ['disableUrlEncoding', flag((disabled) => ({ encodeUrl: !disabled }))],
  ['maxRedirects', maxRedirects],
  ['protocolVersion', protocolVersion],
]);

/** Returns `inherited` with the changes of `behaviour`. */
export function mergeBehaviour(
  inherited: JsonObject,
  behaviour: unknown,
  context: ImportContext,
): JsonObject {
  if (behaviour === undefined || behaviour === null) return inherited;
  if (isObject(behaviour)) return { ...inherited, ...behaviour };
  context.warn(`the settings are ${describeType(behaviour)}, not an object, and were left out`);
  return inherited;
}

export function settingsOf(behaviour: JsonObject, context: ImportContext): OwnSettings {
  let settings: Setting = {};
  for (const [name, value] of Object.entries(behaviour)) {
    if (name === 'disableBodyPruning' || isEmpty(value)) continue;
    const setting = BEHAVIOURS.get(name)?.(value);
    if (setting === undefined)
      context.warn(`the setting "${name.slice(0, 60).toWellFormed()}" is not supported and was left out`);
    else if (setting === null) context.warn(`the setting "${name}" has an invalid value, and was left out`);
    else settings = { ...settings, ...setting };
  }
  return settings;
}

const WITHOUT_BODY = new Set(['GET', 'COPY', 'HEAD', 'PURGE', 'UNLOCK']);

/** True when Postman sends a body with this method. */
export function sendsBody(method: string, behaviour: JsonObject): boolean {
  return behaviour['disableBodyPruning'] === true || !WITHOUT_BODY.has(method.toUpperCase());
}

function flag(setting: (value: boolean) => Setting): (value: unknown) => Setting | null {
  return (value) => (typeof value === 'boolean' ? setting(value) : null);
}

function maxRedirects(value: unknown): Setting | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
    ? { maxRedirects: Math.min(value, 100) }
    : null;
}

function protocolVersion(value: unknown): Setting | null {
  if (value === 'auto') return { httpVersion: 'auto' };
  if (value === 'http1') return { httpVersion: '1.1' };
  return value === 'http2' ? { httpVersion: '2' } : null;
}

function isEmpty(value: unknown): boolean {
  return (
    value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0)
  );
}
