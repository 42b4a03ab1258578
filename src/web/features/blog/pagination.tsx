/** Pagination of the list. Every page is a real link; an arrow without a target is disabled text. */
import type { ReactNode } from 'react';
import { ArrowIcon } from '#web/ui/arrow-icon.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { addressOf, type ListPlace } from './list-address.ts';
import { pageNumbers } from './page-numbers.ts';

/** The long form has eleven items. Smaller ones fit on one line of the narrowest screen (320 px). */
const sizeOf = (totalPages: number): string =>
  totalPages > 5 ? 'size-8 max-[22rem]:size-7 sm:size-11' : 'size-11';
const shape = 'inline-flex items-center justify-center rounded-full font-semibold tabular-nums';

type PaginationProps = { place: ListPlace; totalPages: number };

export function Pagination({ place, totalPages }: PaginationProps) {
  if (totalPages < 2) return null;
  const size = sizeOf(totalPages);
  const to = (page: number): string => addressOf({ ...place, page });
  return (
    <nav aria-label="Pages of the blog" data-print="no" className="mt-12">
      <ul className="flex flex-wrap items-center justify-center sm:gap-2">
        <li>
          <Arrow name="Previous page" to={place.page > 1 ? to(place.page - 1) : null} rel="prev" size={size}>
            <ArrowIcon className="size-5 rotate-180 rtl:rotate-0" />
          </Arrow>
        </li>
        {pageNumbers(place.page, totalPages).map((page, index, all) =>
          page === 'gap' ? (
            <li
              key={`gap after ${all[index - 1]}`}
              aria-hidden="true"
              className="w-3.5 text-center text-muted sm:w-6"
            >
              …
            </li>
          ) : (
            <li key={page}>
              <SiteLink
                to={to(page)}
                aria-label={`Page ${page}`}
                aria-current={page === place.page ? 'page' : undefined}
                className={`${shape} ${size} border-2 border-transparent hover:border-ink aria-[current]:bg-ink aria-[current]:text-paper`}
              >
                {page}
              </SiteLink>
            </li>
          ),
        )}
        <li>
          <Arrow
            name="Next page"
            to={place.page < totalPages ? to(place.page + 1) : null}
            rel="next"
            size={size}
          >
            <ArrowIcon className="size-5 rtl:rotate-180" />
          </Arrow>
        </li>
      </ul>
    </nav>
  );
}

type ArrowProps = { name: string; to: string | null; rel: string; size: string; children: ReactNode };

const Arrow = ({ name, to, rel, size, children }: ArrowProps) =>
  to === null ? (
    <button
      type="button"
      disabled
      aria-label={name}
      className={`${shape} ${size} text-muted opacity-60 disabled:cursor-not-allowed`}
    >
      {children}
    </button>
  ) : (
    <SiteLink
      to={to}
      rel={rel}
      aria-label={name}
      className={`${shape} ${size} border-2 border-transparent hover:border-ink`}
    >
      {children}
    </SiteLink>
  );
