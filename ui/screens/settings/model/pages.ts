// The pages of the settings.
import {
  CornerUpRight,
  Globe,
  KeyRound,
  LockOpen,
  Settings,
  ShieldCheck,
  SlidersHorizontal,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';

export type PageId =
  | 'general'
  | 'ssl'
  | 'bypass'
  | 'certificate'
  | 'clientCertificates'
  | 'network'
  | 'advanced';

export interface SettingsPage {
  readonly id: PageId;
  readonly title: string;
  readonly icon: LucideIcon;
  readonly summary: string;
}

export const pages: readonly SettingsPage[] = [
  {
    id: 'general',
    title: 'General',
    icon: Settings,
    summary: 'How the app looks and starts, what it keeps, and where.',
  },
  {
    id: 'ssl',
    title: 'SSL proxying',
    icon: LockOpen,
    summary: 'The hosts and apps whose HTTPS is decrypted. Everything else passes as it is.',
  },
  {
    id: 'bypass',
    title: 'Bypass',
    icon: CornerUpRight,
    summary: 'Hosts that are never decrypted, even if SSL proxying has them: apps with pinning, banks.',
  },
  {
    id: 'certificate',
    title: 'Certificate',
    icon: ShieldCheck,
    summary:
      'The root certificate that clients must trust for their HTTPS to be decrypted. It is only on this computer.',
  },
  {
    id: 'clientCertificates',
    title: 'Client certificates',
    icon: KeyRound,
    summary:
      'The certificates that the API client shows to servers, and the servers that it trusts. They stay on this computer, and Git does not track them.',
  },
  {
    id: 'network',
    title: 'Network',
    icon: Globe,
    summary: 'Where the proxy listens, and how it reaches servers.',
  },
  {
    id: 'advanced',
    title: 'Advanced',
    icon: SlidersHorizontal,
    summary: 'Protocols, memory, and where finished requests are sent.',
  },
];
