/** What an account screen says where JavaScript is off: sessions are kept by our script. */
import { MailLink } from '#web/ui/mail-link.tsx';

export const NeedsScript = ({ title }: { title: string }) => (
  <noscript>
    <h1 className="page pt-8 text-2xl">{title}</h1>
    <p className="page py-6">
      This page needs JavaScript: your browser itself keeps you logged in, without cookies. You can also write to <MailLink />.
    </p>
  </noscript>
);
