/**
 * Expandable questions with native `details` elements. They work without scripts and by keyboard, and
 * find-in-page opens them. The answers are in the page from the start.
 */
import { Icon } from '#web/ui/icon.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { useSettings } from '#web/use-settings.ts';
import type { FaqItem } from './questions.ts';

export const FaqList = ({ items }: { items: readonly FaqItem[] }) => (
  <ul className="border-t border-line">
    {items.map(({ id, question, answer, links, expanded }) => (
      <li key={id} className="border-b border-line">
        <details open={expanded} className="group">
          <summary className="flex list-none items-start justify-between gap-4 py-5 hover:text-accent [&::-webkit-details-marker]:hidden">
            <h2 className="min-w-0 text-xl">{question}</h2>
            <span className="mt-0.5 rounded-full border border-line p-1 text-ink transition-transform duration-150 group-open:rotate-45">
              <Icon name="plus" />
            </span>
          </summary>
          {/* Inside the collapsed part: a link to a question opens its answer without a script. */}
          <div id={id} className="max-w-line scroll-mt-24 pb-6">
            {answer.map((paragraph) => (
              <p key={paragraph} className="mb-3">
                <WithLinks text={paragraph} />
              </p>
            ))}
            <ul className="flex flex-wrap gap-x-6">
              {links.map(({ title, url }) => (
                <li key={url}>
                  <SiteLink
                    to={url}
                    className="inline-block py-1 font-medium underline decoration-accent decoration-2 underline-offset-4 hover:text-accent"
                  >
                    {title}
                  </SiteLink>
                </li>
              ))}
            </ul>
          </div>
        </details>
      </li>
    ))}
  </ul>
);

/** Turns our email address and phone number into links; the text stays the same. */
const WithLinks = ({ text }: { text: string }) => {
  const { company } = useSettings();
  const addresses: Record<string, string> = {
    [company.email]: `mailto:${company.email}`,
    [company.phone]: company.phoneLink,
  };
  const found = Object.keys(addresses).find((address) => text.includes(address));
  if (found === undefined) return text;
  const at = text.indexOf(found);
  return (
    <>
      <WithLinks text={text.slice(0, at)} />
      <a href={addresses[found]} className="underline underline-offset-4 hover:text-accent">
        {found}
      </a>
      <WithLinks text={text.slice(at + found.length)} />
    </>
  );
};
