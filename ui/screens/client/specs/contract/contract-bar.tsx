// The choice of endpoints in a comparison with traffic, its way to follow the traffic, and what can be done with all of it.
import { FilePlus, Pause, Play, RefreshCw } from 'lucide-react';
import { useCommands } from '../../../../commands/index.ts';
import {
  Button,
  menuCommands,
  Segmented,
  Spinner,
  TextField,
  type MenuEntry,
} from '../../../../parts/index.ts';
import css from './contract.module.css';
import type { Shown } from './endpoint-lines.ts';
import { ReportMenu } from './report-menu.tsx';
import type { Endpoint } from './use-contract.ts';

interface BarProps {
  readonly endpoints: readonly Endpoint[];
  readonly shown: Shown;
  readonly query: string;
  readonly isGoing: boolean;
  /** True while it follows the traffic. */
  readonly isLive: boolean;
  readonly again: () => void;
  readonly reports: readonly MenuEntry[];
  /** Absent where everything is described. */
  readonly add?: () => void;
  readonly onLive: (isLive: boolean) => void;
  readonly onShown: (shown: Shown) => void;
  readonly onQuery: (query: string) => void;
}

export function ContractBar(props: BarProps) {
  const { endpoints, shown, query, isGoing, isLive, again, reports, add, onLive, onShown, onQuery } = props;
  return (
    <div className={css['bar']}>
      <Segmented<Shown>
        label="Endpoints"
        value={shown}
        options={[
          ['all', `All ${endpoints.length}`],
          [
            'violations',
            `Violations ${endpoints.filter((each) => each.isDescribed && each.wrong > 0).length}`,
          ],
          ['unknown', `Not in the description ${endpoints.filter((each) => !each.isDescribed).length}`],
        ]}
        onChange={onShown}
      />
      <TextField
        className={css['find']}
        aria-label="Find an endpoint"
        placeholder="Find an endpoint"
        value={query}
        onChange={onQuery}
      />
      <span className={css['gap']} />
      {isGoing && <Spinner label="Being compared" />}
      {add !== undefined && (
        <Button size="small" icon={FilePlus} onClick={add}>
          Add to the description…
        </Button>
      )}
      <ReportMenu entries={reports} />
      <Button size="small" icon={isLive ? Pause : Play} onClick={() => onLive(!isLive)}>
        {isLive ? 'Pause' : 'Follow the traffic'}
      </Button>
      <Button size="small" icon={RefreshCw} onClick={again}>
        Compare again
      </Button>
    </div>
  );
}

interface ContractCommands {
  readonly isLive: boolean;
  readonly setLive: (isLive: boolean) => void;
  readonly again: () => void;
  readonly reports: readonly MenuEntry[];
  /** Absent where everything is described. */
  readonly add?: () => void;
}

/** Offers them while the view is shown. */
export function useContractCommands({ isLive, setLive, again, reports, add }: ContractCommands): void {
  const shared = { group: 'client', heading: 'API description' } as const;
  useCommands([
    ...(add === undefined
      ? []
      : [
          {
            ...shared,
            id: 'client.spec-add',
            title: 'Add calls of the traffic to the description…',
            run: add,
          },
        ]),
    ...menuCommands([{ label: 'Report of the contract', entries: reports }], {
      ...shared,
      id: 'client.spec-report',
    }),
    {
      id: 'client.spec-live',
      title: isLive ? 'Stop following the traffic' : 'Follow the traffic',
      group: 'client',
      heading: 'API description',
      run: () => setLive(!isLive),
    },
    {
      id: 'client.spec-check',
      title: 'Compare the traffic with the description again',
      group: 'client',
      heading: 'API description',
      icon: RefreshCw,
      run: again,
    },
  ]);
}
