// The latest responses of a request: a list below its editors, and what the pane of the response needs of them.
export { DeleteResponses } from './delete-responses.tsx';
export { StoredList } from './stored-list.tsx';
export {
  leaveStored,
  readStored,
  showStored,
  useStored,
  type StoredResponse,
  type StoredResponses,
} from './stored-responses.ts';
