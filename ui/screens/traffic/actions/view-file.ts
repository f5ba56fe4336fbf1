// Saved filters, columns and layout of the screen as a file, for another computer or another user.
import { parseFilter } from '../../../../src/flow/filter/index.ts';
import { messageOf } from '../../../api/client.ts';
import type { Preference } from '../../../state/preferences.ts';
import { savedFilters } from '../../../state/saved-filters.ts';
import { say, sayError } from '../../../state/toasts.ts';
import { columnOrder, columnsShown, columnWidths } from '../model/column-choice.ts';
import { detailHeight, detailWidth, dock, sidebarWidth } from '../model/dock.ts';
import { order } from '../model/view.ts';
import { saveFile } from '../../../bodies/body-files.ts';
import { isSidebarOpen } from './screen-actions.ts';

const VERSION = 1;

/** A preference whose values come from a file. */
interface Part {
  readonly name: string;
  readonly isValid: (value: unknown) => boolean;
  readonly get: () => unknown;
  /** Ignores a value that is not valid. */
  readonly set: (value: unknown) => void;
}

function part<T>({ name, isValid, get, set }: Preference<T>): Part {
  return { name, isValid, get, set: (value) => isValid(value) && set(value) };
}

const FILTERS = part(savedFilters);
/** The parts of a file beside the saved filters. */
const LAYOUT = [
  part(columnsShown),
  part(columnOrder),
  part(columnWidths),
  part(order),
  part(dock),
  part(detailHeight),
  part(detailWidth),
  part(sidebarWidth),
  part(isSidebarOpen),
];

type Values = Readonly<Record<string, unknown>>;

interface ViewFile {
  readonly filters: Readonly<Record<string, string>>;
  readonly layout: Values;
}

/** Writes the file, which the browser saves. */
export function exportView(): void {
  const layout = Object.fromEntries(LAYOUT.map(({ name, get }) => [name, get()]));
  const content = { proxyctlView: VERSION, filters: savedFilters.get(), layout };
  saveFile(new Blob([`${JSON.stringify(content, null, 2)}\n`]), 'Traffic Proxy view.json');
  say('Exported the saved filters and the columns');
}

/** Lets the user choose a file, and takes it over. */
export function chooseViewFile(): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.json,application/json';
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file !== undefined) void importView(file);
  });
  input.click();
}

/** Adds the filters of a file, and takes over its layout; a file with any error changes nothing. */
async function importView(file: File): Promise<void> {
  try {
    const { filters, layout } = parsedView(await file.text());
    const before = [FILTERS, ...LAYOUT].map((each) => [each, each.get()] as const);
    savedFilters.update((now) => ({ ...now, ...filters }));
    for (const { name, set } of LAYOUT) if (Object.hasOwn(layout, name)) set(layout[name]);
    say(`Imported the view of ${file.name}`, () => {
      for (const [{ set }, value] of before) set(value);
    });
  } catch (error) {
    sayError(`${file.name} cannot be imported: ${messageOf(error)}`);
  }
}

/** Parses the text of a file. Throws an Error that says what is wrong. */
export function parsedView(text: string): ViewFile {
  const { proxyctlView: version, filters = {}, layout = {}, ...others } = objectOf(parsedJson(text), 'it');
  if (version === undefined)
    throw new Error('it is not an exported view, which has "proxyctlView" with its version');
  if (typeof version !== 'number' || version > VERSION)
    throw new Error(
      `it is of version ${JSON.stringify(version)}, and this version of the app reads ${VERSION}`,
    );
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new Error(`“${unknown}” is unknown: it has filters and layout`);
  return {
    filters: checkedFilters(objectOf(filters, 'filters')),
    layout: checkedLayout(objectOf(layout, 'layout')),
  };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`it is not JSON (${messageOf(error)})`, { cause: error });
  }
}

function objectOf(value: unknown, what: string): Values {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Values;
  throw new Error(`${what} is not an object in braces`);
}

function checkedFilters(filters: Values): ViewFile['filters'] {
  for (const [name, text] of Object.entries(filters)) {
    if (typeof text !== 'string') throw new Error(`the filter “${name}” is not a text`);
    const parsed = parseFilter(text);
    if (parsed.type === 'invalid') throw new Error(`the filter “${name}” is not valid: ${parsed.message}`);
  }
  return filters as ViewFile['filters'];
}

function checkedLayout(layout: Values): Values {
  for (const [name, value] of Object.entries(layout)) {
    const preference = LAYOUT.find((each) => each.name === name);
    if (preference === undefined) throw new Error(`“${name}” in layout is unknown`);
    if (!preference.isValid(value)) throw new Error(`“${name}” in layout cannot be ${JSON.stringify(value)}`);
  }
  return layout;
}
