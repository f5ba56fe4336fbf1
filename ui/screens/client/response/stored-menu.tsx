// The menu of the latest responses, and the line above one that is looked at.
import { History } from 'lucide-react';
import { useCommands } from '../../../commands/index.ts';
import { clockText, durationText, sizeText, startText } from '../../../format/measures.ts';
import shared from '../../../parts/content.module.css';
import { Button, IconButton, Menu } from '../../../parts/index.ts';
import { leaveStored, showStored, type StoredResponse, type StoredResponses } from '../stored/index.ts';

interface StoredProps {
  readonly tab: string;
  readonly stored: StoredResponses;
}

export function StoredMenu({ tab, stored: { list, index } }: StoredProps) {
  const step = (by: number): void => void showStored(tab, index + by);
  useCommands(
    list.length === 0
      ? []
      : [
          {
            id: 'client.earlierResponse',
            title: 'Earlier response',
            group: 'client',
            keys: 'alt+arrowleft',
            run: () => step(1),
          },
          {
            id: 'client.laterResponse',
            title: 'Later response',
            group: 'client',
            keys: 'alt+arrowright',
            run: () => step(-1),
          },
        ],
  );
  if (list.length === 0) return null;
  return (
    <Menu
      align="end"
      entries={[
        { heading: 'Latest responses' },
        ...list.map((each, at) => ({
          label: lineOf(each),
          checked: at === index,
          onSelect: () => void showStored(tab, at),
        })),
      ]}
    >
      <IconButton icon={History} size="small" label="Latest responses" />
    </Menu>
  );
}

/** Such as `14:32:09 200 318 ms 2.4 KB`. */
function lineOf({ time, status, ms, bodySize, outcome }: StoredResponse): string {
  const when = clockText(new Date(time).toISOString());
  return [when, status > 0 ? status : outcome, durationText(ms), sizeText(bodySize)].join('  ');
}

/** Says that this is no answer to what was sent last. */
export function StoredNote({ tab, stored: { list, index, shown: looked } }: StoredProps) {
  const shown = list[index];
  if (shown === undefined || looked === null) return null;
  return (
    <div className={shared['bar']} role="status">
      Response of {startText(new Date(shown.time).toISOString())}, {index + 1} of {list.length}
      <Button size="small" onClick={() => leaveStored(tab)}>
        Back
      </Button>
    </div>
  );
}
