// The keys of fields, trees and dialogs, which act while these have the focus, for the list of keys.

interface FieldKeys {
  readonly heading: string;
  readonly rows: readonly (readonly [title: string, ...keys: readonly string[]])[];
}

export const FIELD_KEYS: readonly FieldKeys[] = [
  {
    heading: 'In the list of requests',
    rows: [
      ['Next, previous request', 'arrowdown', 'arrowup'],
      ['Extend the selection', 'shift+arrowdown', 'shift+arrowup'],
      ['A page on, back', 'pagedown', 'pageup'],
      ['First, last request', 'home', 'end'],
      ['Select all', 'mod+a'],
      ['Open the detail', 'enter'],
    ],
  },
  {
    heading: 'In the filter',
    rows: [
      ['Next, previous suggestion', 'arrowdown', 'arrowup'],
      ['Take the suggestion', 'tab', 'enter'],
      ['Close the suggestions, then go to the list', 'escape'],
    ],
  },
  {
    heading: 'In a JSON tree',
    rows: [
      ['Next, previous value', 'arrowdown', 'arrowup'],
      ['Open, close', 'arrowright', 'arrowleft'],
      ['Open or close', 'enter', 'space'],
      ['First, last value', 'home', 'end'],
      ['Copy the value', 'mod+c'],
      ['Copy the path', 'mod+shift+c'],
    ],
  },
  {
    heading: 'In the search of a body',
    rows: [['Next, previous match', 'enter', 'shift+enter']],
  },
  {
    heading: 'In an editor',
    rows: [
      ['Complete', 'ctrl+space'],
      ['Find and replace', 'mod+f'],
      ['Undo, redo', 'mod+z', 'mod+shift+z'],
    ],
  },
  {
    heading: 'In a table of names and values',
    rows: [
      ['Next, previous row', 'arrowdown', 'arrowup'],
      ['Next, previous cell', 'arrowright', 'arrowleft'],
      ['Edit', 'enter', 'f2'],
      ['Next cell while editing', 'tab', 'shift+tab'],
      ['Restore the cell', 'escape'],
      ['Use the row, or not', 'mod+/'],
      ['Move the row', 'alt+arrowup', 'alt+arrowdown'],
      ['Remove the row', 'delete', 'backspace'],
      ['Show the variable', 'f1'],
    ],
  },
  {
    heading: 'In a grid of values',
    rows: [
      ['Edit', 'enter', 'f2'],
      ['Take the value away', 'delete', 'backspace'],
      ['First, last row', 'mod+home', 'mod+end'],
      ['Move a variable', 'alt+arrowup', 'alt+arrowdown'],
      ['Use a variable, or not', 'mod+/'],
      ['Delete a row of a dataset', 'mod+delete', 'mod+backspace'],
    ],
  },
  {
    heading: 'In sources',
    rows: [
      ['Next, previous source', 'arrowdown', 'arrowup'],
      ['Open, close', 'arrowright', 'arrowleft'],
      ['Show', 'enter', 'space'],
      ['Remove a saved filter', 'delete'],
    ],
  },
  {
    heading: 'In dialogs and panes',
    rows: [
      ['Close', 'escape'],
      ['Send an edited request, save a comment', 'mod+enter'],
      ['Move a column', 'alt+arrowup', 'alt+arrowdown'],
      ['Next, previous tab', 'arrowright', 'arrowleft'],
      ['Size of a pane, on its border', 'arrowright', 'arrowleft'],
    ],
  },
];
