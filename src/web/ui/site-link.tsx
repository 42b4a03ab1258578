/**
 * A link to a page of ours, by its English address: on a page in another language it leads to the same page in that language, where there is
 * one, and says where it does not. A change of language loads a new document. Entering or leaving a payment page loads a new document: the policy that lets the card
 * processor in belongs to a document, and so does its script, which must not follow the shopper elsewhere.
 * A link to a place on the page that is open scrolls there smoothly; without JavaScript it is a plain anchor.
 */
import type { ComponentProps } from 'react';
import { Link, useLocation } from 'react-router';
import { addressFor, codeOfPath } from '#kernel/page-languages.ts';
import { isPaymentPath, isSharedPath } from '#kernel/pages.ts';
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
      // Only what is the same for everybody is fetched before it is asked for: it is kept, so it costs the shop nothing.
      prefetch={!reloads && target !== pathname && isSharedPath(target) ? 'intent' : 'none'}
      onClick={(event) => {
        onClick?.(event);
        if (anchor !== undefined && target === pathname) jumpSmoothly(anchor);
      }}
      {...rest}
    />
  );
}
