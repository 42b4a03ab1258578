/**
 * A link to one of our pages by its English address. On a translated page it leads to the page in that
 * language, or says that the target is in English. Changing the language, and entering or leaving a payment
 * page, loads a new document. The content security policy that allows the card processor belongs to a
 * document, and so does its script, which must not stay loaded. A link to an anchor on this page scrolls
 * smoothly; without JavaScript it is a plain anchor.
 */
import type { ComponentProps } from 'react';
import { Link, useLocation } from 'react-router';
import { addressFor, codeOfPath } from '#kernel/page-languages.ts';
import { isPaymentPath, isSharedPath } from '#contract/pages.ts';
import { useLanguage } from '#web/language.tsx';
import { jumpSmoothly } from './jump-smoothly.ts';

export type SiteLinkProps = Omit<ComponentProps<typeof Link>, 'to'> & { to: string };

export function SiteLink({ to, onClick, ...rest }: SiteLinkProps) {
  const { pathname } = useLocation();
  const { code, say } = useLanguage();
  const spoken = addressFor(code, to);
  const [address = '', anchor] = spoken.split('#');
  const target = address.replace(/\?.*$/, '') || pathname;
  const leaves = codeOfPath(target) !== codeOfPath(pathname);
  const reloads = leaves || isPaymentPath(target) !== isPaymentPath(pathname);
  return (
    <Link
      to={spoken}
      hrefLang={leaves ? codeOfPath(target) : undefined}
      title={leaves ? say('In English') : undefined}
      reloadDocument={reloads}
      // Prefetches only pages that are the same for all visitors: they are cached and cost the shop nothing.
      prefetch={!reloads && target !== pathname && isSharedPath(target) ? 'intent' : 'none'}
      onClick={(event) => {
        onClick?.(event);
        if (anchor !== undefined && target === pathname) jumpSmoothly(anchor);
      }}
      {...rest}
    />
  );
}
