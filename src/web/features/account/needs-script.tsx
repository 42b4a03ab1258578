/** Shown on account screens if JavaScript is off: sessions need our script. */
import { useLanguage, withNodes } from '#web/language.tsx';
import { MailLink } from '#web/ui/mail-link.tsx';

/** `title`: English, by `phrase`. */
export function NeedsScript({ title }: { title: string }) {
  const { translate, sayWith } = useLanguage();
  return (
    <noscript>
      <h1 className="page pt-8 text-2xl">{translate(title)}</h1>
      <p className="page py-6">
        {withNodes(
          sayWith(
            'This page needs JavaScript: your browser keeps you logged in without cookies. You can also write to {mail}.',
            {
              mail: <MailLink />,
            },
          ),
        )}
      </p>
    </noscript>
  );
}
