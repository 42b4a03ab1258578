/**
 * The manifest of an area. Menus, navigation keys, routes, and cache tags follow from it. A manifest is loaded
 * with the frame, so it imports its page lazily.
 */
import type { ComponentType, LazyExoticComponent } from 'react';
import type { Permission } from '#kernel/permissions.ts';
import type { ConsoleIconName } from './icons.tsx';
import type { StaffTag } from './staff-api.ts';

type Screen = {
  /** Below `/admin`; empty for Home. */
  path: string;
  title: string;
  permission: Permission;
};

/** A screen with a navigation key. */
export type Destination = Screen & { key: string; icon: ConsoleIconName };

/** The menu that lists the area. Without one, only other screens link to it. `key`: pressed after `g`. */
type Listed =
  | { menu: 'main'; key: string; icon: ConsoleIconName }
  | { menu: 'user'; key?: string; icon: ConsoleIconName }
  | { menu?: never; key?: never; icon?: never };

export type Area = Screen &
  Listed & {
    /** Cache tags of the area's records. The manifest also declares them in `StaffTags`. */
    tags?: readonly StaffTag[];
    /** Forms that create a record. `+` and `key` open them from any screen. */
    beginnings?: readonly Destination[];
    /** Defines the routes below `path`. */
    Page: LazyExoticComponent<ComponentType>;
  };
