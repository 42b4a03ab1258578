/** `/contact-submit-successful`: confirms a sent message, without personal data. */
import type { PageHandle } from '#web/document/page-head.tsx';
import { Drawing } from '#web/art/drawing.tsx';
import emailSentArt from '#web/art/email-sent.svg?url';
import { ButtonLink } from '#web/ui/button.tsx';

export const handle: PageHandle = {
  title: 'Message received',
  description: 'We have received your message and usually answer by email within one business day.',
};

export default function ContactReceivedPage() {
  return (
    <div className="page grid grid-cols-1 items-center gap-10 py-16 md:grid-cols-12 md:py-24">
      <div className="md:col-span-7">
        <h1 className="text-3xl">Thank you. We have received your message.</h1>
        <p className="mt-5 max-w-line text-lg">
          We usually answer by email within one business day. A short confirmation is on its way to you. If
          you cannot find it, look in your spam folder.
        </p>
        <p className="mt-3 max-w-line text-lg">You may find your answer here:</p>
        <div className="mt-8 flex flex-wrap gap-4">
          <ButtonLink to="/faq">Read the FAQ</ButtonLink>
          <ButtonLink to="/products" variant="secondary">
            See our services
          </ButtonLink>
        </div>
      </div>
      <div className="md:col-span-5">
        <Drawing file={emailSentArt} className="w-full max-w-form" />
      </div>
    </div>
  );
}
