// The contract of a screen: one folder here, and one line in index.ts.
import type { LucideIcon } from 'lucide-react';
import type { ComponentType, LazyExoticComponent } from 'react';

/** The parameters of a place in the URL, such as `#/tools?tool=mapLocal`. */
export interface ScreenProps {
  readonly params: Readonly<Record<string, string>>;
}

export interface Screen {
  /** In URLs and in the method `open`; `api_client` and `request` are mapped in frame/location.ts. */
  readonly id: string;
  readonly title: string;
  /** Shorter, for the rail; by default the title. */
  readonly railTitle?: string;
  readonly icon: LucideIcon;
  /** The key that goes there, after G. */
  readonly key: string;
  readonly position: 'top' | 'bottom';
  /** True for a screen that recorded requests are enough for, as in `proxyctl view`. */
  readonly inViewer?: true;
  /** Loaded when it is first shown. */
  readonly Component: LazyExoticComponent<ComponentType<ScreenProps>> | ComponentType<ScreenProps>;
  /** A hook with the count in the rail; 0 shows none. */
  readonly useCount?: () => number;
}

export function defineScreen(screen: Screen): Screen {
  return screen;
}
