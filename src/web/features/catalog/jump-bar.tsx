/** Sticky links to the groups of the catalog, below the page header. Plain anchors work without scripts. */
import { useEffect, useRef } from 'react';
import { useLanguage } from '#web/language.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { useActiveHeading } from '#web/ui/use-active-heading.ts';

type JumpBarProps = { groups: readonly { id: string; short: string }[] };

export function JumpBar({ groups }: JumpBarProps) {
  const { say, translate } = useLanguage();
  const active = useActiveHeading(groups);
  const list = useRef<HTMLUListElement>(null);
  // With large text the bar is wider than the screen: it scrolls the current group into view without moving
  // the page.
  useEffect(() => {
    const [bar, link] = [list.current, list.current?.querySelector<HTMLElement>(`[href$="#${active}"]`)];
    bar?.scrollTo({ left: link ? link.offsetLeft - (bar.clientWidth - link.offsetWidth) / 2 : 0 });
  }, [active]);
  return (
    <nav
      aria-label={say('Product groups')}
      data-jump-bar=""
      data-sticky=""
      data-print="no"
      className="sticky top-18 z-30 border-b border-line bg-paper noscript:max-lg:static"
    >
      <ul ref={list} className="page relative flex gap-x-1 overflow-x-auto py-1.5 sm:gap-x-6">
        {groups.map(({ id, short }) => (
          <li key={id} className="shrink-0 first:-ms-2">
            <SiteLink
              to={`#${id}`}
              aria-current={id === active ? 'location' : undefined}
              className="block rounded-full px-2 py-2 text-sm font-medium whitespace-nowrap hover:bg-sunk aria-[current]:bg-ink aria-[current]:text-paper"
            >
              {translate(short)}
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
