// The question before a load test reaches another machine: no answer is first, and none is given by Enter alone.
import { Button, Dialog } from '../../../parts/index.ts';

/** Hosts for which it was answered, until the page is left. */
const allowed = new Set<string>();

/** Returns the hosts for which it was not answered yet. */
export function notAllowed(hosts: readonly string[]): readonly string[] {
  return hosts.filter((host) => !allowed.has(host));
}

interface RemoteQuestionProps {
  readonly hosts: readonly string[];
  /** Such as `up to 100 users`. */
  readonly load: string;
  readonly onStart: () => void;
  readonly onClose: () => void;
}

export function RemoteQuestion({ hosts, load, onStart, onClose }: RemoteQuestionProps) {
  return (
    <Dialog
      title={`Send load to ${hosts.join(', ')}?`}
      isText
      onClose={onClose}
      actions={
        <>
          <Button kind="line" onClick={onClose}>
            Cancel
          </Button>
          <Button
            kind="line"
            onClick={() => {
              for (const host of hosts) allowed.add(host);
              onClose();
              onStart();
            }}
          >
            Start the test
          </Button>
        </>
      }
    >
      <p>
        It is another machine. It gets the load of {load}: go on only if its owner knows. This is not asked
        again for {hosts.length === 1 ? 'this host' : 'these hosts'} until the page is loaded again.
      </p>
    </Dialog>
  );
}
