// The icons of the debugging tools.
import {
  Ban,
  Bell,
  CirclePause,
  CornerUpRight,
  FileInput,
  Gauge,
  ImageOff,
  Layers,
  ListChecks,
  MapPin,
  SquareTerminal,
  Wrench,
  type LucideIcon,
} from 'lucide-react';
import type { ToolName, ToolOfTag } from '../../src/session/methods/ui-types.ts';
import css from './tool-icon.module.css';

const ICONS: Readonly<Record<ToolName, LucideIcon>> = {
  breakpoint: CirclePause,
  mapLocal: FileInput,
  mapRemote: CornerUpRight,
  scripting: SquareTerminal,
  blockList: Ban,
  allowList: ListChecks,
  networkConditions: Gauge,
  dnsSpoofing: MapPin,
  noCaching: ImageOff,
  mockSets: Layers,
  alerts: Bell,
};

/** The names of tools by the tags of flows; tags are never translated. */
const OF_TAG: ToolOfTag = {
  Breakpoint: 'breakpoint',
  'Map Local': 'mapLocal',
  'Map Remote': 'mapRemote',
  Scripting: 'scripting',
  'Block List': 'blockList',
  'Allow List': 'allowList',
  'Network Conditions': 'networkConditions',
  'DNS Spoofing': 'dnsSpoofing',
  'No Caching': 'noCaching',
  'Mock Sets': 'mockSets',
  Alerts: 'alerts',
};

/** Returns the icon of the tool with this name, or a wrench for a tool that this version does not know. */
export function toolIcon(name: string): LucideIcon {
  return Object.hasOwn(ICONS, name) ? ICONS[name as ToolName] : Wrench;
}

/** Returns the name of the tool that tags flows with this tag, or the tag itself if it is unknown. */
export function toolOfTag(tag: string): string {
  return Object.hasOwn(OF_TAG, tag) ? OF_TAG[tag as keyof ToolOfTag] : tag;
}

export function ToolIcon({ tool, title }: { readonly tool: string; readonly title: string }) {
  const Icon = toolIcon(tool);
  return (
    <span title={title} className={css['toolIcon']}>
      <Icon role="img" aria-label={title} />
    </span>
  );
}
