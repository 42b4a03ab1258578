/** Where this post stands in the site. */
import { SiteLink } from '#web/ui/site-link.tsx';

const above = [
  { title: 'Home', to: '/' },
  { title: 'Blogs', to: '/blogs' },
];

export const Breadcrumb = ({ title }: { title: string }) => (
  <nav aria-label="Breadcrumb" data-print="no" className="text-sm">
    <ol className="flex min-w-0 flex-wrap items-center gap-x-2">
      {above.map((page) => (
        <li key={page.to} className="flex items-center gap-2">
          <SiteLink to={page.to} className="py-1.5 underline underline-offset-4 hover:text-accent">
            {page.title}
          </SiteLink>
          <span aria-hidden="true">/</span>
        </li>
      ))}
      <li aria-current="page" className="line-clamp-1 py-1.5 text-muted">
        {title}
      </li>
    </ol>
  </nav>
);
