/** To a visitor without JavaScript, where the buttons that fill the cart are missing: how to buy all the same. */
import { MailLink } from '#web/ui/mail-link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';

export const CartNeedsScript = () => (
  <noscript>
    <div className="max-w-line">
      <Notice tone="warn" title="The cart needs JavaScript">
        Turn it on in your browser to buy here, or{' '}
        <SiteLink to="/contact-us" className="underline">
          contact us
        </SiteLink>
        . You can also write to <MailLink />, and we will take your order by email.
      </Notice>
    </div>
  </noscript>
);
