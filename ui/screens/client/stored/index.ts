// The latest responses of a request: a list below its editors, and what the pane of the response needs of them.
export { StoredList } from './stored-list.tsx';
export {
  leaveStored,
  showStored,
  useStored,
  type StoredResponse,
  type StoredResponses,
} from './stored-responses.ts';
