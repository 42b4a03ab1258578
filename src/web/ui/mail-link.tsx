/** Our email address, as a link that opens an email to us. It works where a page of ours does not. */
import { site } from '#kernel/site.ts';

export const MailLink = ({ subject }: { subject?: string }) => (
  <a
    href={`mailto:${site.email}${subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`}`}
    dir="ltr"
    className="underline underline-offset-4 wrap-anywhere hover:text-accent"
  >
    {site.email}
  </a>
);
