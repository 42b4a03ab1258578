/** Our email address as a `mailto:` link. It works even if our pages do not. */
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
