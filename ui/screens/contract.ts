// The contract of a screen: one folder here, and one line in index.ts.
import type { LucideIcon } from 'lucide-react';
import type { ComponentType, LazyExoticComponent } from 'react';

/** The parameters of a location, such as those of `#/tools?tool=mapLocal`. */
export interface ScreenProps {
  readonly params: Readonly<Record<string, string>>;
}

/** A screen: its name, its key, and the component that draws it. */
export interface Screen {
  /** The id in URLs and in the method `open`; state/location.ts maps `api_client` and `request`. */
  readonly id: string;
  readonly title: string;
  /** A shorter title for the rail; the title by default. */
  readonly railTitle?: string;
  readonly icon: LucideIcon;
  /** The key that follows G to go to the screen. */
  readonly key: string;
  readonly position: 'top' | 'bottom';
  /** True for a screen that needs only recorded requests, as in `proxyctl view`. */
  readonly inViewer?: true;
  /** The component, loaded when the screen is first shown. */
  readonly Component: LazyExoticComponent<ComponentType<ScreenProps>> | ComponentType<ScreenProps>;
  /** A hook that returns the count in the rail; 0 shows none. */
  readonly useCount?: () => number;
}

export function defineScreen(screen: Screen): Screen {
  return screen;
}
