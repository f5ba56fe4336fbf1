// A list of the captured requests.
import { flowList } from '../../state/flows.ts';
import { useStore } from '../../state/store.ts';

export function TrafficScreen() {
  const { flows } = useStore(flowList);
  return (
    <ul aria-label="Requests">
      {flows.map((flow) => (
        <li key={flow.id}>
          {flow.id} {flow.method} {flow.status} {flow.url}
        </li>
      ))}
    </ul>
  );
}
