/** Our email address as a `mailto:` link. It works even if our pages do not. */
import { useSettings } from '#web/use-settings.ts';

export const MailLink = ({ subject }: { subject?: string }) => {
  const { company } = useSettings();
  return (
    <a
      href={`mailto:${company.email}${subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`}`}
      dir="ltr"
      className="underline underline-offset-4 wrap-anywhere hover:text-accent"
    >
      {company.email}
    </a>
  );
};
