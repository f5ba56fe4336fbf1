// The response beside a request: what is coming, what came, or what would be sent.
export { ResponsePane } from './response-pane.tsx';
