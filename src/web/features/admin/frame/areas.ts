/** The areas of the console in menu order. A role sees those that it has permission for. */
import { catalog } from '#web/features/admin/catalog/area.ts';
import { content } from '#web/features/admin/content/area.ts';
import { credit } from '#web/features/admin/credit/area.ts';
import { carts, customers } from '#web/features/admin/customers/area.ts';
import { files } from '#web/features/admin/files/area.ts';
import { messages } from '#web/features/admin/messages/area.ts';
import { money } from '#web/features/admin/money/area.ts';
import { orders } from '#web/features/admin/orders/area.ts';
import { home } from '#web/features/admin/overview/area.ts';
import { health, settings } from '#web/features/admin/settings/area.ts';
import type { Area, Destination } from '#web/features/admin/shell/area.ts';
import { staffApi } from '#web/features/admin/shell/staff-api.ts';

export const areas: readonly Area[] = [
  home,
  orders,
  customers,
  credit,
  catalog,
  content,
  messages,
  money,
  settings,
  carts,
  health,
  files,
];

staffApi.enhanceEndpoints({ addTagTypes: areas.flatMap(({ tags = [] }) => tags) });

const isMain = (area: Area): area is Area & Destination => area.menu === 'main';
const isForUser = (area: Area): area is Area & Pick<Destination, 'icon'> => area.menu === 'user';
const hasKey = (area: Area): area is Area & Destination => area.key !== undefined;

export const mainMenu = areas.filter(isMain);
export const userMenu = areas.filter(isForUser);

/** Targets of the navigation keys, in the order listed. */
export const destinations: readonly (Destination & { keys: string })[] = [
  ...areas.filter(hasKey).map((area) => ({ ...area, keys: `g ${area.key}` })),
  ...areas.flatMap(({ beginnings = [] }) => beginnings).map((form) => ({ ...form, keys: `+ ${form.key}` })),
];

export const pathOf = ({ path }: Pick<Area, 'path'>): string => (path === '' ? '/admin' : `/admin/${path}`);
