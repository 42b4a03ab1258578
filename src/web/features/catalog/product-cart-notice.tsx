/** Explains to visitors without JavaScript how to buy, because the cart buttons need it. */
import { useLanguage, withNodes } from '#web/language.tsx';
import { MailLink } from '#web/ui/mail-link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';

export function CartNeedsScript() {
  const { say, sayWith } = useLanguage();
  const contact = (
    <SiteLink to="/contact-us" className="underline">
      {say('contact us')}
    </SiteLink>
  );
  return (
    <noscript>
      <div className="max-w-line">
        <Notice tone="warn" title={say('The cart needs JavaScript')}>
          {withNodes(
            sayWith(
              'Turn it on in your browser to buy here, or {contact}. You can also write to {mail}, and we will take your order by email.',
              { contact, mail: <MailLink /> },
            ),
          )}
        </Notice>
      </div>
    </noscript>
  );
}
