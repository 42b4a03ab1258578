/** The head of every page: where we are, where one can go, what is in the cart. It stays in view. */
import { site } from '#kernel/site.ts';
import { Wordmark } from '#web/art/wordmark.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { AccountLink, ActingLine } from './account-link.tsx';
import { CartLink } from './cart-link.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { NavigationLink } from './navigation-link.tsx';
import { navigation } from './navigation.ts';

export const SiteHeader = () => (
  <header data-print="no" className="sticky top-0 z-40 border-b border-line bg-paper noscript:max-lg:static">
    <ActingLine />
    <div className="page flex min-h-18 flex-wrap items-center sm:gap-2">
      <SiteLink to="/" aria-label={`${site.name}, home page`} className="me-auto flex rounded-sm py-2">
        <Wordmark className="max-[24rem]:gap-2 max-[24rem]:[&>span]:text-lg max-[24rem]:[&>svg]:size-7" />
      </SiteLink>
      <nav aria-label="Main" className="hidden lg:block noscript:block noscript:max-lg:order-last noscript:max-lg:w-full">
        <ul className="flex flex-wrap items-center">
          {navigation.map((item) => (
            <li key={item.url}>
              <NavigationLink
                item={item}
                className="block rounded-sm px-2.5 py-2.5 text-sm font-medium decoration-2 underline-offset-8 hover:underline aria-[current]:underline aria-[current]:decoration-accent xl:px-3.5"
              />
            </li>
          ))}
        </ul>
      </nav>
      <CartLink />
      <AccountLink />
      <MobileMenu />
    </div>
  </header>
);
