/** Links between the screens of one area. */
import { Link } from 'react-router';

type SectionLinksProps = { label: string; screens: readonly { path: string; title: string }[]; now: string };

/** `now` is the title of the open screen. */
export const SectionLinks = ({ label, screens, now }: SectionLinksProps) => (
  <nav aria-label={label}>
    <ul className="flex flex-wrap gap-1.5">
      {screens.map(({ path, title }) => (
        <li key={path}>
          <Link
            to={path}
            aria-current={title === now ? 'page' : undefined}
            className="inline-flex min-h-9 items-center rounded-full border border-line px-3.5 font-medium text-muted hover:border-field hover:text-ink aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-paper"
          >
            {title}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);
