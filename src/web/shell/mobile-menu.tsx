/**
 * The navigation of small screens. A modal dialog: the page behind is inert, Escape closes, the focus returns
 * to the button. Without JavaScript the button is absent and the header shows its entries as a row of links.
 */
import { lazy, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useCartCount } from '#web/features/cart/use-cart.ts';
import { logInPath } from '#web/session/log-in-path.ts';
import { useSession } from '#web/session/use-session.ts';
import { phrase } from '#kernel/language.ts';
import { useLanguage } from '#web/language.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { cartName } from './cart-link.tsx';
import { LanguageLinks } from './language-links.tsx';
import { LaterPart } from './later-part.tsx';
import { NavigationLink } from './navigation-link.tsx';
import { navigation } from './navigation.ts';

const AccountEntries = lazy(() => import('#web/features/account/account-entries.tsx'));

const entryStyle = 'block py-3.5 font-display text-xl font-semibold aria-[current]:text-accent';

export function MobileMenu() {
  const menu = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { key, ...place } = useLocation();
  const isPerson = useSession().kind === 'person';
  const language = useLanguage();
  const login = isPerson ? [] : [{ title: phrase('Login'), url: logInPath(place) }];
  const entries = [...navigation, { title: cartName(useCartCount(), language), url: '/checkout' }, ...login];
  const close = (): void => menu.current?.close();
  // A page reached in another way, such as the Back button, must not stay under the menu.
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation is the trigger; the key is not read.
  useEffect(close, [key]);
  const open = (): void => {
    menu.current?.showModal();
    setOpen(true);
  };
  return (
    <div className="@min-[66rem]:hidden">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className="-me-3 inline-flex size-12 items-center justify-center rounded-full hover:bg-sunk max-sm:size-11 noscript:hidden"
        onClick={open}
      >
        <Icon name="menu" className="size-6" />
        <span className="sr-only">{language.say('Menu')}</span>
      </button>
      <dialog
        ref={menu}
        aria-label={language.say('Menu')}
        onClose={() => setOpen(false)}
        className="fixed inset-0 m-0 size-full max-h-none max-w-none bg-paper text-ink"
      >
        <div className="page flex min-h-18 items-center justify-end">
          <button
            type="button"
            className="-me-3 inline-flex size-12 items-center justify-center rounded-full hover:bg-sunk max-sm:size-11"
            onClick={close}
          >
            <Icon name="close" className="size-6" />
            <span className="sr-only">{language.say('Close menu')}</span>
          </button>
        </div>
        <nav aria-label={language.say('Menu')} className="page pb-10">
          <ul>
            {entries.map((item) => (
              <li key={item.url} className="border-b border-line">
                <NavigationLink item={item} onFollow={close} className={entryStyle} />
              </li>
            ))}
            {isPerson && isOpen && (
              <LaterPart instead={<PlainProfileEntry />}>
                <AccountEntries style={entryStyle} onFollow={close} />
              </LaterPart>
            )}
          </ul>
          <p className="mt-8 text-sm font-semibold text-muted">{language.say('Language')}</p>
          <LanguageLinks
            className="mt-1 -ms-3 flex flex-wrap gap-x-2"
            style="block rounded-sm px-3 py-2.5 font-medium aria-[current]:text-accent"
          />
        </nav>
      </dialog>
    </div>
  );
}

const PlainProfileEntry = () => {
  const { say } = useLanguage();
  return (
    <li className="border-b border-line">
      <SiteLink to="/profile" reloadDocument className={entryStyle}>
        {say('Profile')}
      </SiteLink>
    </li>
  );
};
