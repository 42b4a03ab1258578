/** Boosters in the console. */
import type * as contract from '#contract/admin/boosters.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { DomainError } from '#kernel/errors.ts';
import * as acts from '#modules/boosters/staff.ts';
import * as store from '#modules/boosters/staff-store.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import { changedOf, isInView, singlePage } from './whole-list.ts';

type View = Received<typeof contract.staffListBoosters>['query']['view'];
type Row = Handled<typeof contract.staffListBoosters>['rows'][number];
type Wire = Handled<typeof contract.staffReadBooster>;
type Draft = Received<typeof contract.staffCreateBooster>['body'];
type Edit = Received<typeof contract.staffEditBooster>['body'];

const toRow = ({ isPublished, changedAt, changedBy, ...booster }: store.EditedBooster): Row => ({
  ...booster,
  published: isPublished,
  changed: changedOf({ changedAt, changedBy }),
});

export async function listBoosters(
  { db }: Pick<Deps, 'db'>,
  view: View,
): Promise<Handled<typeof contract.staffListBoosters>> {
  const all = await store.list(db);
  return singlePage(all.filter(isInView(view)).map(toRow));
}

/** Throws `booster_not_found`. */
export async function readBooster({ db }: Pick<Deps, 'db'>, id: string): Promise<Wire> {
  const [booster, prices] = await Promise.all([store.find(db, id), store.pricesOf(db, id)]);
  if (booster === null) throw new DomainError('booster_not_found');
  return {
    ...toRow(booster),
    prices: prices.map(({ price, since, by }) => ({ price, since: since.toISOString(), by })),
  };
}

export async function createBooster(
  deps: Deps,
  caller: Person,
  { published, ...fields }: Draft,
): Promise<Wire> {
  await acts.createBooster(deps, caller, { ...fields, isPublished: published });
  return readBooster(deps, fields.id);
}

export async function editBooster(
  deps: Deps,
  caller: Person,
  id: string,
  { published, ...fields }: Edit,
): Promise<Wire> {
  await acts.editBooster(deps, caller, { id, ...fields, isPublished: published });
  return readBooster(deps, id);
}
