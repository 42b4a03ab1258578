/**
 * A link to a page of ours. Entering or leaving a payment page loads a new document: the policy that lets the card
 * processor in belongs to a document, and so does its script, which must not follow the shopper elsewhere.
 */
import type { ComponentProps } from 'react';
import { Link, useLocation } from 'react-router';
import { isPaymentPath } from '#kernel/pages.ts';

export type SiteLinkProps = Omit<ComponentProps<typeof Link>, 'to'> & { to: string };

export function SiteLink({ to, ...rest }: SiteLinkProps) {
  const { pathname } = useLocation();
  const target = to.replace(/[?#].*$/, '') || pathname;
  return <Link to={to} reloadDocument={isPaymentPath(target) !== isPaymentPath(pathname)} {...rest} />;
}
