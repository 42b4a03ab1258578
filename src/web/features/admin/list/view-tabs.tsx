/** The views of a list: tabs where they have room beside each other, one of a list on a phone. */
import { Link } from 'react-router';
import { Icon } from '#web/ui/icon.tsx';
import type { View } from './definition.ts';
import type { ListState, UsedState } from './list-state.ts';
import { useIsWide } from './use-is-wide.ts';

const tabStyle =
  'inline-flex min-h-9 items-center border-b-2 border-transparent px-1 font-medium whitespace-nowrap text-muted hover:text-ink aria-[current]:border-accent aria-[current]:text-ink';

/** A view is a beginning: what narrowed the one before is not taken along. */
const opened = (view: string): ListState => ({ view, filters: {}, sort: null, cursor: null });

export const ViewTabs = (props: { views: readonly View[]; used: UsedState }) => (useIsWide() ? <Tabs {...props} /> : <Choice {...props} />);

const Tabs = ({ views, used: { state, hrefOf } }: { views: readonly View[]; used: UsedState }) => (
  <nav aria-label="Views" className="border-b border-line">
    <ul className="-mx-1 flex flex-wrap gap-x-5">
      {views.map(({ id, title }) => (
        <li key={id}>
          <Link to={hrefOf(opened(id))} aria-current={state.view === id ? 'page' : undefined} className={tabStyle}>
            {title}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);

const Choice = ({ views, used: { state, change } }: { views: readonly View[]; used: UsedState }) => (
  <label className="relative block">
    <span className="sr-only">View</span>
    <select
      className="min-h-11 w-full appearance-none rounded-md border border-field bg-surface ps-3.5 pe-11 font-medium text-ink"
      value={state.view}
      onChange={({ target }) => change(opened(target.value))}
    >
      {views.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </select>
    <Icon name="chevron" className="pointer-events-none absolute end-3.5 top-1/2 size-4 -translate-y-1/2 text-muted" />
  </label>
);
