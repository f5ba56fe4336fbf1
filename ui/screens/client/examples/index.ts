// Examples of a request: responses that are saved in its file, for mocks and documentation. The responses of a request
// can be compared with them and with each other.
export { CompareDialog, type Compared } from './compare-dialog.tsx';
export { ExamplesPane } from './examples-pane.tsx';
export { useSaveExample, type SaveExampleProps } from './save-example.tsx';
export { bodyAddress, responseText, shownResponse, useShownResponse } from './shown-response.ts';
