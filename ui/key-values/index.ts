// Tables of names and values: in, rows with the field names of files; out, the rows after each change. A cell in edit is
// a line editor with variables; the same rows can be edited as text.
export { HEADER_NAMES, headerValues } from './header-names.ts';
export { KeyValueTable } from './key-value-table.tsx';
export { isBlank, isOn, type KeyValue } from './key-value.ts';
