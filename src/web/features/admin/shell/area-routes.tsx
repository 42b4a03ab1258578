/** The routes of an area, and the links between its screens. */
import { createContext, type ReactNode, use } from 'react';
import { Link, useRoutes } from 'react-router';
import type { Area } from './area.ts';
import { NoSuchScreen } from './no-screen.tsx';

type AreaRoute = {
  /** Below the area. */
  path: string;
  element: ReactNode;
  /** The name of the screen in the links. Screens without one are reached from others only. */
  title?: string;
};

export type ScreenLink = { path: string; title: string };

const AreaLinksContext = createContext<{ label: string; links: readonly ScreenLink[]; now: string } | null>(
  null,
);

/** Two paths of one screen have the same title, and its link leads to the first. */
function linksOf(area: string, routes: readonly AreaRoute[]): ScreenLink[] {
  const all = routes.flatMap(({ path, title }) =>
    title === undefined ? [] : [{ path: `/admin/${area}/${path}`.replace(/[/*]+$/, ''), title }],
  );
  return all.filter(({ title }, at) => all.findIndex((other) => other.title === title) === at);
}

/** `links`: for screens that are linked with those of another area; default: the routes with a title. */
export function useAreaRoutes(
  { path: area, title: label }: Pick<Area, 'path' | 'title'>,
  routes: readonly AreaRoute[],
  links: readonly ScreenLink[] = linksOf(area, routes),
): ReactNode {
  return useRoutes([
    ...routes.map(({ path, element, title }) => ({
      path,
      element:
        title === undefined ? (
          element
        ) : (
          <AreaLinksContext value={{ label, links, now: title }}>{element}</AreaLinksContext>
        ),
    })),
    { path: '*', element: <NoSuchScreen /> },
  ]);
}

/** Links to the screens of the area; nothing in an area with one screen. */
export function AreaLinks() {
  const area = use(AreaLinksContext);
  if (area === null || area.links.length < 2) return null;
  return (
    <nav aria-label={area.label}>
      <ul className="flex flex-wrap gap-1.5">
        {area.links.map(({ path, title }) => (
          <li key={path}>
            <Link
              to={path}
              aria-current={title === area.now ? 'page' : undefined}
              className="inline-flex min-h-9 items-center rounded-full border border-line px-3.5 font-medium text-muted hover:border-field hover:text-ink aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-paper"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
