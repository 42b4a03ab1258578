/** `/contact-us`: the contact form, and other ways to reach us. */
import type { PageHandle } from '#web/document/page-head.tsx';
import { Drawing } from '#web/art/drawing.tsx';
import emailSentArt from '#web/art/email-sent.svg?url';
import { ContactForm } from '#web/features/contact/contact-form.tsx';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import { MailLink } from '#web/ui/mail-link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import type { ReactNode } from 'react';
import { type Language, phrase } from '#kernel/language.ts';
import { keepLanguage, loadLanguage } from '#web/load-language.ts';
import { useLanguage, withNodes } from '#web/language.tsx';
import { useSettings } from '#web/use-settings.ts';

export const handle: PageHandle = {
  title: phrase('Contact us'),
  description: phrase(
    'Ask us about starting a business in the United States. Write, call or use the form: we usually answer within one business day.',
  ),
};

const Ways = ({ say, translate, sayWith }: Language) => {
  const { company } = useSettings();
  return (
    <div className="lg:col-span-5">
      <h1 className="text-3xl">{say('Contact us')}</h1>
      <p className="mt-5 max-w-line text-lg">
        {say(
          'Tell us where you live and what you want to do. We usually answer within one business day, by email and in English. Asking costs nothing.',
        )}
      </p>
      <ul className="mt-6 flex flex-wrap gap-x-10 gap-y-4 lg:gap-y-5">
        <Way icon="mail" title={say('Write')}>
          <MailLink />
        </Way>
        <Way icon="phone" title={say('Call')}>
          <a href={company.phoneLink} className="underline underline-offset-4 hover:text-accent">
            {company.phone}
          </a>
          <span className="block text-sm text-muted">{translate(company.openingHours)}</span>
        </Way>
      </ul>
      <p className="mt-6">
        {withNodes(
          sayWith('You may find your answer here: {link}', {
            link: (
              <SiteLink to="/faq" className="underline underline-offset-4 hover:text-accent">
                {say('frequently asked questions')}
              </SiteLink>
            ),
          }),
        )}
      </p>
      <Drawing file={emailSentArt} className="mt-8 hidden w-full max-w-form lg:block" />
    </div>
  );
};

export const loader = loadLanguage;
export const clientLoader = keepLanguage;

export default function ContactPage() {
  const language = useLanguage();
  const { say, sayWith } = language;
  const { company } = useSettings();
  return (
    <div className="page grid grid-cols-1 gap-x-8 gap-y-10 py-10 sm:py-14 lg:grid-cols-12 lg:py-20">
      <Ways {...language} />
      <div className="min-w-0 lg:col-span-7">
        <noscript>
          <Notice tone="warn" title={say('The form needs JavaScript')}>
            <p>
              {withNodes(
                sayWith(
                  'Turn it on in your browser to use the form, or write to {mail} or call {phone}. We answer either way.',
                  {
                    mail: <MailLink />,
                    phone: (
                      <a href={company.phoneLink} className="underline underline-offset-4">
                        {company.phone}
                      </a>
                    ),
                  },
                ),
              )}
            </p>
          </Notice>
        </noscript>
        <div className="rounded-lg border border-line bg-surface p-5 sm:p-8 noscript:hidden">
          <ContactForm />
        </div>
      </div>
    </div>
  );
}

const Way = ({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) => (
  <li className="flex max-w-full gap-4 lg:w-full">
    <span className="flex size-11 shrink-0 items-center justify-center rounded-full bg-credit-soft">
      <Icon name={icon} className="size-5 text-credit" />
    </span>
    <div className="min-w-0">
      <p className="font-display text-lg font-semibold">{title}</p>
      <div>{children}</div>
    </div>
  </li>
);
