/**
 * The token of a link from an email. A script in the head (see early-page.ts) has taken it out of the address before anything else ran,
 * and keeps it in this history entry, so that loading the page again does not lose it.
 */
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { codeOfPath, homeIn } from '#kernel/page-languages.ts';

type TokenName = 'resetToken' | 'confirmToken' | 'stopToken' | 'token';
type EntryState = { linkTokens?: Partial<Record<TokenName, unknown>>; linkDone?: unknown } | null;

/** A page that was reached without a new document still has its token in the address. */
function takeFromAddress(name: TokenName): void {
  const url = new URL(window.location.href);
  const token = url.searchParams.get(name);
  if (token === null) return;
  url.searchParams.delete(name);
  window.history.replaceState({ ...window.history.state, linkTokens: { [name]: token } }, '', url);
}

/** For whoever sends a form: a form that was sent before the scripts came is sent again before any render has seen the token. */
export function readLinkToken(name: TokenName): string | null {
  takeFromAddress(name);
  const token = (window.history.state as EntryState)?.linkTokens?.[name];
  return typeof token === 'string' && token !== '' ? token : null;
}

/** A used token is of no use to anybody. */
export function forgetLinkToken(): void {
  window.history.replaceState({ ...window.history.state, linkTokens: undefined }, '');
}

/** The link has done its work: kept in this history entry, so that loading the page again shows what it did and not the home page. */
export function noteLinkDone(): void {
  window.history.replaceState({ ...window.history.state, linkTokens: undefined, linkDone: true }, '');
}
export const isLinkDone = (): boolean => (window.history.state as EntryState)?.linkDone === true;

/** Undefined on the server and while the page starts. Without a token the visitor is sent home, unless the link has done its work. */
export function useLinkToken(name: TokenName): string | undefined {
  const navigate = useNavigate();
  const code = codeOfPath(useLocation().pathname);
  const [token, setToken] = useState<string | null>();
  useEffect(() => setToken(readLinkToken(name)), [name]);
  useEffect(() => {
    if (token === null && !isLinkDone()) navigate(homeIn(code), { replace: true });
  }, [token, navigate, code]);
  return token ?? undefined;
}
