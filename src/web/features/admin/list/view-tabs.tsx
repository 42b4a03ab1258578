/** The views of a list, built in first. */
import { Link } from 'react-router';
import type { View } from './definition.ts';
import type { UsedState } from './list-state.ts';

type ViewTabsProps = { area: string; views: readonly View[]; used: UsedState };

export const tabStyle =
  'inline-flex min-h-9 items-center border-b-2 border-transparent px-1 font-medium whitespace-nowrap text-muted hover:text-ink aria-[current]:border-accent aria-[current]:text-ink';

export const ViewTabs = ({ views, used: { state, hrefOf } }: ViewTabsProps) => (
  <nav aria-label="Views" className="-mx-1 overflow-x-auto border-b border-line px-1">
    <ul className="flex gap-5">
      {views.map(({ id, title }) => (
        <li key={id}>
          <Link
            to={hrefOf({ view: id, filters: {}, sort: null, cursor: null })}
            aria-current={state.view === id ? 'page' : undefined}
            className={tabStyle}
          >
            {title}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);
