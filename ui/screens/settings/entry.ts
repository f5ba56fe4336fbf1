// A setting as the pages show it.
import type { ComponentType } from 'react';
import type { ControlProps } from './controls/contract.ts';
import type { PageId } from './model/pages.ts';
import type { SettingKey } from './model/values.ts';

export interface SettingEntry {
  readonly key: SettingKey;
  readonly page: PageId;
  readonly title: string;
  readonly hint: string;
  /** Further words that find the setting. */
  readonly words?: string;
  /** True when the label names a single field; otherwise the control is a group. */
  readonly isField: boolean;
  readonly Control: ComponentType<ControlProps>;
}
