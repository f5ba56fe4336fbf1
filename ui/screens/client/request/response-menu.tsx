// The menu of the response that a tab shows: kept as an example, copied, compared, made tests of, forgotten.
import {
  ArrowLeftRight,
  BookmarkPlus,
  Columns2,
  Copy,
  Download,
  Ellipsis,
  ListChecks,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import { copyBody, saveBody } from '../../../bodies/body-files.ts';
import { quoted } from '../../../../src/flow/filter/index.ts';
import { menuCommands, IconButton, Menu, type MenuEntry } from '../../../parts/index.ts';
import { clockText } from '../../../format/measures.ts';
import { useCommands } from '../../../commands/index.ts';
import { attempt } from '../../../state/actions.ts';
import { go } from '../../../state/location.ts';
import { sayError } from '../../../state/toasts.ts';
import {
  bodyAddress,
  CompareDialog,
  responseText,
  shownResponse,
  useSaveExample,
  useShownResponse,
  type Compared,
  type SaveExampleProps,
} from '../examples/index.ts';
import { responseTests } from './value-scripts.ts';
import { DeleteResponses, readStored, useStored } from '../stored/index.ts';
import { addToScript } from './script-lines.ts';

/** Bytes of a body that tests are made from. */
const MAX_TESTED = 4 * 1024 * 1024;

type Shown = NonNullable<ReturnType<typeof shownResponse>>;
type Pair = readonly [before: Compared, after: Compared];

export function ResponseMenu(props: SaveExampleProps) {
  const { tab } = props;
  const shown = useShownResponse(tab);
  const { list, index } = useStored(tab);
  const { why, ask, dialog } = useSaveExample(props);
  const comparison = useComparison(tab, shown);
  const [deleted, setDeleted] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const present = list[index];
  const entries: readonly MenuEntry[] = [
    {
      label: 'Save as example…',
      icon: BookmarkPlus,
      keys: 'mod+shift+s',
      disabled: why ?? false,
      onSelect: ask,
    },
    'separator',
    ...bodyEntries(shown),
    'separator',
    {
      label: 'Compare with the one before',
      icon: Columns2,
      disabled: comparison.isPossible ? false : 'There is none before',
      onSelect: comparison.start,
    },
    ...exchangeEntries(tab, shown),
    'separator',
    {
      label: 'Delete this response…',
      icon: Trash2,
      danger: true,
      disabled: present === undefined ? 'It is not kept' : false,
      onSelect: () => setDeleted(present?.id ?? null),
    },
  ];
  useCommands([
    {
      id: 'client.responseMenu',
      title: 'Menu of the response',
      group: 'client',
      keys: 'alt+m',
      run: () => setOpen(true),
    },
    ...menuCommands(entries.slice(1), { id: 'client.response', group: 'client', heading: 'Response' }),
  ]);
  return (
    <>
      <Menu entries={entries} align="end" isOpen={isOpen} onOpen={setOpen}>
        <IconButton icon={Ellipsis} size="small" label="Menu of the response" keys="alt+m" />
      </Menu>
      {dialog}
      {deleted !== null && <DeleteResponses tab={tab} ids={[deleted]} onClose={() => setDeleted(null)} />}
      {comparison.dialog}
    </>
  );
}

function bodyEntries(shown: Shown | null): readonly MenuEntry[] {
  const disabled = shown === null ? 'There is no response' : false;
  return [
    {
      label: 'Copy the body',
      icon: Copy,
      disabled,
      onSelect: () => shown !== null && void copyBody(bodyAddress(shown.send), 'response body'),
    },
    {
      label: 'Save the body to a file',
      icon: Download,
      disabled,
      onSelect: () => shown !== null && void saveBody(bodyAddress(shown.send), 'response'),
    },
  ];
}

function exchangeEntries(tab: string, shown: Shown | null): readonly MenuEntry[] {
  const isHttp = shown !== null && shown.response.status > 0;
  return [
    {
      label: 'Make tests from this response',
      icon: ListChecks,
      disabled: isHttp ? false : 'Only responses over HTTP have a status to test',
      onSelect: () => shown !== null && void makeTests(tab, shown),
    },
    {
      label: 'Show in traffic',
      icon: ArrowLeftRight,
      disabled: isHttp && shown.send.end.url !== undefined ? false : 'It did not go through the proxy',
      onSelect: () => go('traffic', { filter: trafficFilter(shown?.send.end.url ?? '') }),
    },
  ];
}

/** The comparison of a response with the one before it of the same request. */
function useComparison(tab: string, shown: Shown | null) {
  const { list, index } = useStored(tab);
  const [compared, setCompared] = useState<Pair | null>(null);
  const [present, before] = [list[index], list[index + 1]];
  const start = (): void =>
    void attempt('The responses cannot be compared', async () => {
      const earlier = before === undefined ? null : shownResponse(await readStored(tab, before.id));
      if (earlier === null || shown === null) sayError('The response before has no body to compare');
      else
        setCompared([
          { name: `Response of ${clockText(new Date(before!.time).toISOString())}`, shown: earlier },
          {
            name:
              present === undefined ? 'this one' : `of ${clockText(new Date(present.time).toISOString())}`,
            shown,
          },
        ]);
    });
  const dialog = compared !== null && (
    <CompareDialog before={compared[0]} after={compared[1]} onClose={() => setCompared(null)} />
  );
  return { isPossible: shown !== null && before !== undefined, start, dialog };
}

async function makeTests(tab: string, shown: Shown): Promise<void> {
  await attempt('No tests are made', async () => {
    const { status, headers } = shown.response;
    const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
    const body = parsed(await responseText(shown, MAX_TESTED));
    addToScript(tab, responseTests(status, type, body));
  });
}

/** Returns the JSON of a text; null for a text that is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the filter of the traffic list that finds what went to a URL. */
function trafficFilter(url: string): string {
  return `url:${quoted(url.split('#')[0]!)}`;
}
