/**
 * The built-in and saved views of a list. At most eight tabs if there is room, with the rest in a menu; a
 * select on a phone.
 */
import { Link } from 'react-router';
import { ActMenu } from '#web/features/admin/act/act-menu.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { View } from './definition.ts';
import type { ListState, UsedState } from './list-state.ts';
import { ViewActs } from './view-acts.tsx';
import { type SavedView, useStaffViewsQuery } from './calls.ts';
import { useIsWide } from './use-is-wide.ts';

const tabsAtMost = 8;

const tabStyle =
  'inline-flex min-h-9 items-center border-b-2 border-transparent px-1 font-medium whitespace-nowrap text-muted hover:text-ink aria-[current]:border-accent aria-[current]:text-ink';

type Tab = { id: string; title: string; state: ListState; isCurrent: boolean; saved: SavedView | null };

/** Opening a view clears the filters of the previous one. */
const opened = (view: string): ListState => ({ view, filters: {}, sort: null, cursor: null });

function stateOf({ query }: SavedView, defaultView: string): ListState {
  const { view = defaultView, sort = null, ...filters } = query;
  return { view, sort, filters, cursor: null };
}

const wordsOf = ({ view, sort, filters }: ListState): string =>
  JSON.stringify([view, sort, Object.entries(filters).toSorted()]);

type ViewTabsProps = { list: string; views: readonly [View, ...View[]]; used: UsedState };

export function ViewTabs({ list, views, used }: ViewTabsProps) {
  const isWide = useIsWide();
  const { data: saved = [] } = useStaffViewsQuery({ query: { list } });
  const now = wordsOf(used.state);
  const current = saved.find((view) => wordsOf(stateOf(view, views[0].id)) === now) ?? null;
  const tabs: Tab[] = [
    ...views.map(({ id, title }) => ({
      ...{ id, title, saved: null, state: opened(id) },
      isCurrent: current === null && used.state.view === id,
    })),
    ...saved.map((view) => ({
      ...{ id: view.id, title: view.name, saved: view, state: stateOf(view, views[0].id) },
      isCurrent: view === current,
    })),
  ];
  const isNarrowed =
    current === null && (Object.keys(used.state.filters).length > 0 || used.state.sort !== null);
  const acts = (
    <ViewActs
      list={list}
      state={used.state}
      current={current}
      isNarrowed={isNarrowed}
      onGone={() => used.change(opened(views[0].id))}
    />
  );
  return isWide ? (
    <div className="flex items-end justify-between gap-4 border-b border-line">
      <Tabs tabs={tabs} used={used} />
      {acts}
    </div>
  ) : (
    <div className="flex flex-wrap items-center gap-2">
      <Choice tabs={tabs} used={used} />
      {acts}
    </div>
  );
}

function Tabs({ tabs, used: { hrefOf, change } }: { tabs: Tab[]; used: UsedState }) {
  const isCrowded = tabs.length > tabsAtMost;
  const shown = isCrowded ? tabs.slice(0, tabsAtMost - 1) : tabs;
  const rest = tabs.filter((tab) => !shown.includes(tab));
  const open = rest.find(({ isCurrent }) => isCurrent);
  return (
    <nav aria-label="Views" className="min-w-0">
      <ul className="-mx-1 flex flex-wrap gap-x-5">
        {[...shown, ...(open === undefined ? [] : [open])].map(({ id, title, state, isCurrent }) => (
          <li key={id}>
            <Link to={hrefOf(state)} aria-current={isCurrent ? 'page' : undefined} className={tabStyle}>
              {title}
            </Link>
          </li>
        ))}
        {rest.length > 0 && (
          <li>
            <ActMenu
              label="More views"
              align="start"
              className={`${tabStyle} gap-1`}
              trigger={
                <>
                  <span aria-hidden="true">More</span>
                  <Icon name="chevron" className="size-4" />
                </>
              }
              acts={rest.map(({ title, state }) => ({ label: title, run: () => change(state) }))}
            />
          </li>
        )}
      </ul>
    </nav>
  );
}

const Choice = ({ tabs, used: { change } }: { tabs: Tab[]; used: UsedState }) => (
  <label className="relative block min-w-0 grow">
    <span className="sr-only">View</span>
    <select
      className="min-h-11 w-full appearance-none rounded-md border border-field bg-surface ps-3.5 pe-11 font-medium text-ink"
      value={tabs.find(({ isCurrent }) => isCurrent)?.id}
      onChange={({ target }) =>
        change(tabs.find(({ id }) => id === target.value)?.state ?? opened(target.value))
      }
    >
      {tabs.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </select>
    <Icon
      name="chevron"
      className="pointer-events-none absolute end-3.5 top-1/2 size-4 -translate-y-1/2 text-muted"
    />
  </label>
);
