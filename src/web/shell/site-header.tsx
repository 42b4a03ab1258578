/**
 * The header of every page: logo, navigation, and cart. It is sticky and one row high. What it shows depends
 * on its width in characters, so it also works with large text.
 */
import { site } from '#content/site.ts';
import { Wordmark } from '#web/art/wordmark.tsx';
import { useLanguage } from '#web/language.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { AccountLink, ActingLine } from './account-link.tsx';
import { CartLink } from './cart-link.tsx';
import { LanguageMenu } from './language-links.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { NavigationLink } from './navigation-link.tsx';
import { navigation } from './navigation.ts';
import { useIsCompact } from './use-is-compact.ts';

export function SiteHeader() {
  const { say } = useLanguage();
  return (
    <header
      data-print="no"
      data-sticky=""
      data-compact={useIsCompact()}
      className="@container sticky top-0 z-40 border-b border-line bg-paper noscript:max-lg:static"
    >
      <ActingLine />
      <div className="page flex min-h-18 compact:min-h-14 items-center noscript:flex-wrap @min-[40rem]:gap-2">
        <SiteLink
          to="/"
          aria-label={say('{name}, home page', { name: site.name })}
          className="me-auto flex min-w-0 rounded-sm py-2"
        >
          <Wordmark className="@max-[15rem]:[&>span]:sr-only @max-[24rem]:gap-2 @max-[24rem]:[&>span]:text-lg @max-[24rem]:[&>svg]:size-7" />
        </SiteLink>
        <nav
          aria-label={say('Main')}
          className="hidden noscript:block noscript:@max-[66rem]:order-last noscript:@max-[66rem]:w-full @min-[66rem]:block"
        >
          <ul className="flex items-center noscript:flex-wrap noscript:@max-[66rem]:-ms-2">
            {navigation.map((item) => (
              <li key={item.url}>
                <NavigationLink
                  item={item}
                  className="block rounded-sm px-2 py-2.5 text-sm font-medium whitespace-nowrap decoration-2 underline-offset-8 hover:underline aria-[current]:underline aria-[current]:decoration-accent @min-[70rem]:px-2.5 @min-[80rem]:px-3.5"
                />
              </li>
            ))}
          </ul>
        </nav>
        <LanguageMenu />
        <CartLink />
        <AccountLink />
        <MobileMenu />
      </div>
    </header>
  );
}
