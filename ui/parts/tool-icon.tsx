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
import css from './parts.module.css';

/** Icons by the titles of the tools. */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  Breakpoint: CirclePause,
  'Map Local': FileInput,
  'Map Remote': CornerUpRight,
  Scripting: SquareTerminal,
  'Block List': Ban,
  'Allow List': ListChecks,
  'Network Conditions': Gauge,
  'DNS Spoofing': MapPin,
  'No Caching': ImageOff,
  'Mock Sets': Layers,
  Alerts: Bell,
};

export function toolIcon(title: string): LucideIcon {
  return ICONS[title] ?? Wrench;
}

export function ToolIcon({ title }: { readonly title: string }) {
  const Icon = ICONS[title] ?? Wrench;
  return (
    <span title={title} className={css['toolIcon']}>
      <Icon role="img" aria-label={title} />
    </span>
  );
}
