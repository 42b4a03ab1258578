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

/** The links between screens. `label`: the name of the navigation. */
export type AreaLinks = { label: string; links: readonly { path: string; title: string }[] };

/** The area of the open screen, from its manifest. */
export const AreaContext = createContext<Pick<Area, 'path' | 'title'>>({ path: '', title: '' });

const AreaLinksContext = createContext<(AreaLinks & { now: string }) | null>(null);

/** Two paths of one screen have the same title, and its link leads to the first. */
function linksOf(area: Pick<Area, 'path' | 'title'>, routes: readonly AreaRoute[]): AreaLinks {
  const all = routes.flatMap(({ path, title }) =>
    title === undefined ? [] : [{ path: `/admin/${area.path}/${path}`.replace(/[/*]+$/, ''), title }],
  );
  const links = all.filter(({ title }, at) => all.findIndex((other) => other.title === title) === at);
  return { label: area.title, links };
}

/** `shared`: the links of screens in several areas; default: those of the routes with a title. */
export function useAreaRoutes(routes: readonly AreaRoute[], shared?: AreaLinks): ReactNode {
  const links = shared ?? linksOf(use(AreaContext), routes);
  return useRoutes([
    ...routes.map(({ path, element, title }) => ({
      path,
      element:
        title === undefined ? (
          element
        ) : (
          <AreaLinksContext value={{ ...links, now: title }}>{element}</AreaLinksContext>
        ),
    })),
    { path: '*', element: <NoSuchScreen /> },
  ]);
}

/** Links to the screens of the area; nothing in an area with one screen. */
export function LinksOfArea() {
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
