// For a request that was taken from the traffic: where it came from, and what differs from there.
import { ArrowLeftRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button, Menu, type MenuEntry } from '../../../parts/index.ts';
import { go } from '../../../state/location.ts';
import { CompareDialog, shownResponse, useShownResponse, type Compared } from '../examples/index.ts';
import { useCaptured, type Captured } from '../model/captured.ts';
import type { Fields } from '../model/open-object.ts';
import { requestView, type Body } from './fields.ts';

interface CapturedMenuProps {
  readonly tab: string;
  /** As it is on the screen. */
  readonly request: Fields;
}

export function CapturedMenu({ tab, request }: CapturedMenuProps) {
  const captured = useCaptured(tab);
  if (captured === null) return null;
  return <OfCaptured captured={captured} tab={tab} request={request} />;
}

function OfCaptured({ captured, tab, request }: CapturedMenuProps & { readonly captured: Captured }) {
  const { id, request: original, response } = captured;
  const [shown, setShown] = useState<'request' | 'response' | null>(null);
  const present = useShownResponse(tab);
  const entries: readonly MenuEntry[] = [
    { label: 'Compare with the captured request', onSelect: () => setShown('request') },
    {
      label: 'Compare the response with the captured one',
      disabled:
        response === null
          ? 'There was no response'
          : present === null
            ? 'It was not sent from here yet'
            : false,
      onSelect: () => setShown('response'),
    },
    'separator',
    { label: 'Show in traffic', onSelect: () => go('traffic', { id: String(id) }) },
  ];
  const requests = useMemo(
    () => [textOf(`Captured, ${id}`, original), textOf('Here', request)] as const,
    [id, original, request],
  );
  const responses = useMemo((): readonly [Compared, Compared] | null => {
    const captured = shownResponse(response);
    if (captured === null || present === null) return null;
    return [
      { name: `Captured, ${id}`, shown: captured },
      { name: 'Here', shown: present },
    ];
  }, [id, response, present]);
  const compared = shown === 'request' ? requests : shown === 'response' ? responses : null;
  return (
    <>
      <Menu entries={entries} align="end">
        <Button size="small" icon={ArrowLeftRight}>
          {`From traffic ${id}`}
        </Button>
      </Menu>
      {compared !== null && (
        <CompareDialog before={compared[0]} after={compared[1]} onClose={() => setShown(null)} />
      )}
    </>
  );
}

/** Returns a request as lines: its URL, its headers in order, and its body. */
function textOf(name: string, fields: Fields): Compared {
  const { method, url, query, headers, body } = requestView(fields);
  const on = headers
    .filter(({ enabled }) => enabled)
    .map((each) => `${each.name.toLowerCase()}: ${each.value}`);
  const parameters = query
    .filter(({ enabled }) => enabled)
    .map((each) => `${each.name}${each.value === null ? '' : `=${each.value}`}`)
    .join('&');
  return {
    name,
    lines: [
      `${method} ${url}${parameters === '' ? '' : `?${parameters}`}`,
      ...on.toSorted(),
      '',
      ...bodyLines(body),
    ],
  };
}

function bodyLines(body: Body): readonly string[] {
  if (body.type === 'none') return [];
  if (body.type === 'raw') return formatted(body.text).split('\n');
  return JSON.stringify(body, null, 2).split('\n');
}

/** JSON has its names on lines of their own, so that the parts compare. */
function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
