/**
 * The footer of every page: all pages of the site, contact details, and the disclaimer.
 */
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { phrase } from '#kernel/language.ts';
import { site } from '#content/site.ts';
import { useLanguage } from '#web/language.tsx';
import { Wordmark } from '#web/art/wordmark.tsx';
import { logInPath } from '#web/session/log-in-path.ts';
import { useSession } from '#web/session/use-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { StoredText } from '#web/ui/stored-text.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { useSettings } from '#web/use-settings.ts';
import { LanguageLinks } from './language-links.tsx';
import { navigation } from './navigation.ts';
import { useIsCompact } from './use-is-compact.ts';
import { SocialIcon } from '#web/ui/social-icon.tsx';

const policies = [
  { title: phrase('Terms'), url: '/terms' },
  { title: phrase('Privacy policy'), url: '/privacy-policy' },
  { title: phrase('Refund policy'), url: '/refund-policy' },
  { title: phrase('Guarantees'), url: '/guarantees' },
];

/** At checkout the same entries are in rows, so nothing long follows the button that buys. */
export function SiteFooter() {
  const { say, translate } = useLanguage();
  const { company } = useSettings();
  return (
    <footer data-print="no" data-compact={useIsCompact()} className="mt-auto border-t border-line bg-sunk">
      <div className="page grid side-by-side gap-x-6 gap-y-10 py-12 md:grid-cols-3 lg:grid-cols-12 lg:gap-x-8 lg:py-16 compact:flex compact:flex-wrap compact:items-center compact:gap-x-8 compact:gap-y-1 compact:py-4 compact:text-sm">
        <div className="col-span-full flex flex-col items-start gap-4 lg:col-span-5 compact:order-last">
          <Wordmark className="compact:hidden" />
          <p className="max-w-form compact:hidden">{translate(site.tagline)}.</p>
          <ul className="-ms-2.5 flex flex-wrap gap-1">
            {company.socialLinks.map(({ name, url }) => (
              <li key={name}>
                <a
                  href={url}
                  rel="noopener"
                  className="inline-flex size-11 items-center justify-center rounded-full hover:bg-line"
                >
                  <SocialIcon name={name} />
                  <span className="sr-only">{name}</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
        <FooterList
          title={say('Pages')}
          links={navigation.filter(({ isInFooter }) => isInFooter)}
          last={<AccountEntry />}
        />
        <FooterList title={say('Policies')} links={policies} />
        <div className="max-md:col-span-full lg:col-span-3 compact:flex compact:flex-wrap compact:items-center compact:gap-x-5">
          <h2 className="text-lg compact:sr-only">{say('Contact')}</h2>
          <p className="mt-2 flex flex-col items-start compact:mt-0 compact:flex-row compact:flex-wrap compact:items-baseline compact:gap-x-5">
            <a
              href={company.phoneLink}
              dir="ltr"
              className="py-1.5 underline underline-offset-4 hover:text-accent"
            >
              {company.phone}
            </a>
            <a
              href={`mailto:${company.email}`}
              dir="ltr"
              className="max-w-full py-1.5 wrap-anywhere underline underline-offset-4 hover:text-accent"
            >
              {company.email}
            </a>
          </p>
          <ButtonLink
            to="/contact-us"
            variant="secondary"
            className="mt-4 compact:my-1 compact:min-h-9 compact:px-4 compact:py-1 compact:text-sm"
          >
            {say('Contact Us')}
          </ButtonLink>
        </div>
      </div>
      <div className="page">
        <div className="flex flex-col gap-2 border-t border-line py-6 text-sm compact:flex-row compact:flex-wrap compact:items-baseline compact:gap-x-6 compact:gap-y-0 compact:py-3">
          <p>{say('© {company}. All rights reserved.', { company: company.name })}</p>
          <p>
            <StoredText>{site.disclaimer}</StoredText>
          </p>
          <nav aria-label={say('Language')}>
            <LanguageLinks
              className="-ms-2 flex flex-wrap"
              style="inline-block px-2 py-1 underline-offset-4 hover:text-accent hover:underline aria-[current]:font-semibold"
            />
          </nav>
          <p className="flex flex-wrap gap-x-5">
            <SiteLink
              to="/inside-an-order"
              className="inline-block py-1 underline underline-offset-4 hover:text-accent"
            >
              {say('Inside an order')}
            </SiteLink>
            <SiteLink
              to="/status"
              className="inline-block py-1 underline underline-offset-4 hover:text-accent"
            >
              {say('Status')}
            </SiteLink>
          </p>
        </div>
      </div>
    </footer>
  );
}

/**
 * Pages are cached for all visitors, so only the browser knows the user. Until then the space is reserved.
 */
function AccountEntry() {
  const isPerson = useSession().kind === 'person';
  const place = useLocation();
  const { say } = useLanguage();
  return isPerson ? (
    <SiteLink to="/profile" className={linkStyle}>
      {say('Profile')}
    </SiteLink>
  ) : (
    <SiteLink to={logInPath(place)} data-guest="" className={linkStyle}>
      {say('Login')}
    </SiteLink>
  );
}

const linkStyle = 'inline-block py-1.5 underline-offset-4 hover:text-accent hover:underline';

type FooterListProps = { title: string; links: { title: string; url: string }[]; last?: ReactNode };

const FooterList = ({ title, links, last }: FooterListProps) => {
  const { translate } = useLanguage();
  return (
    <nav aria-label={title} className="lg:col-span-2">
      <h2 className="text-lg compact:sr-only">{title}</h2>
      <ul className="mt-2 compact:mt-0 compact:flex compact:flex-wrap compact:gap-x-5">
        {links.map((link) => (
          <li key={link.url}>
            <SiteLink to={link.url} className={linkStyle}>
              {translate(link.title)}
            </SiteLink>
          </li>
        ))}
        {last && <li>{last}</li>}
      </ul>
    </nav>
  );
};
