/**
 * One entry of the navigation. The services entry scrolls smoothly on the home page and links there from all
 * other pages.
 */
import { useLocation } from 'react-router';
import { plainPath } from '#kernel/page-languages.ts';
import { useLanguage } from '#web/language.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import type { NavigationItem } from './navigation.ts';

type NavigationLinkProps = {
  item: Pick<NavigationItem, 'title' | 'url'>;
  className?: string;
  onFollow?: () => void;
};

export function NavigationLink({ item, className, onFollow }: NavigationLinkProps) {
  const { pathname } = useLocation();
  const { translate } = useLanguage();
  return (
    <SiteLink
      to={item.url}
      aria-current={item.url === plainPath(pathname) ? 'page' : undefined}
      className={className}
      onClick={onFollow}
    >
      {translate(item.title)}
    </SiteLink>
  );
}
