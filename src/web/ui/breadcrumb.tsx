/**
 * Breadcrumb of this page. On small screens the page's own name is for screen readers only, because the
 * heading follows directly.
 */
import { phrase } from '#kernel/language.ts';
import { useLanguage } from '#web/language.tsx';
import { StoredText } from './stored-text.tsx';
import { SiteLink } from './site-link.tsx';

type BreadcrumbProps = { title: string; list: { title: string; to: string } };

export function Breadcrumb({ title, list }: BreadcrumbProps) {
  const { say, translate } = useLanguage();
  return (
    <nav aria-label={say('Breadcrumb')} data-print="no" className="text-sm">
      <ol className="flex items-center gap-x-2">
        {[{ title: phrase('Home'), to: '/' }, list].map((page, index) => (
          <li key={page.to} className="flex items-center gap-2">
            {index > 0 && <Slash />}
            <SiteLink to={page.to} className="py-1.5 underline underline-offset-4 hover:text-accent">
              {translate(page.title)}
            </SiteLink>
          </li>
        ))}
        <li aria-current="page" className="flex min-w-0 gap-2 text-muted max-sm:sr-only">
          <Slash />
          <span className="truncate">
            <StoredText>{title}</StoredText>
          </span>
        </li>
      </ol>
    </nav>
  );
}

const Slash = () => <span aria-hidden="true">/</span>;
