/** The three lists of the catalog. */
import { Link } from 'react-router';

const lists = [
  { path: 'products', title: 'Products' },
  { path: 'boosters', title: 'Boosters' },
  { path: 'coupons', title: 'Coupons' },
] as const;

export const SectionLinks = ({ at }: { at: (typeof lists)[number]['path'] }) => (
  <nav aria-label="Catalog" className="mb-4">
    <ul className="flex flex-wrap gap-2">
      {lists.map(({ path, title }) => (
        <li key={path}>
          <Link
            to={`/admin/catalogue/${path}`}
            aria-current={path === at ? 'page' : undefined}
            className="inline-flex min-h-9 items-center rounded-full border border-line bg-surface px-3.5 text-sm font-medium hover:border-field aria-[current=page]:border-ink"
          >
            {title}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);
