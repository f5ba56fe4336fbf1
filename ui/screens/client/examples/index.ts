// Examples of a request: responses that are saved in its file, for mocks and documentation.
export { ExamplesPane } from './examples-pane.tsx';
export { SaveExample } from './save-example.tsx';
