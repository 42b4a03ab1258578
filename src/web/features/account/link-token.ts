/**
 * Reads the token of an email link. A script in the head (early-page.ts) removes it from the address first.
 * It stays in the history entry, so a reload does not lose it.
 */
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { codeOfPath, homePathOf } from '#kernel/page-languages.ts';

type TokenName = 'resetToken' | 'confirmToken' | 'stopToken' | 'token';
type EntryState = { linkTokens?: Partial<Record<TokenName, unknown>>; linkDone?: unknown } | null;

/** After a client-side navigation the token is still in the address. */
function takeFromAddress(name: TokenName): void {
  const url = new URL(window.location.href);
  const token = url.searchParams.get(name);
  if (token === null) return;
  url.searchParams.delete(name);
  window.history.replaceState({ ...window.history.state, linkTokens: { [name]: token } }, '', url);
}

/**
 * For submitting forms: a form that was submitted before the scripts loaded is replayed before the first
 * render reads the token.
 */
export function readLinkToken(name: TokenName): string | null {
  takeFromAddress(name);
  const token = (window.history.state as EntryState)?.linkTokens?.[name];
  return typeof token === 'string' && token !== '' ? token : null;
}

/** Removes a used token from the history entry. */
export function clearLinkToken(): void {
  window.history.replaceState({ ...window.history.state, linkTokens: undefined }, '');
}

/**
 * Records in this history entry that the link was used. A reload then shows the result instead of the home
 * page.
 */
export function noteLinkDone(): void {
  window.history.replaceState({ ...window.history.state, linkTokens: undefined, linkDone: true }, '');
}
export const isLinkDone = (): boolean => (window.history.state as EntryState)?.linkDone === true;

/**
 * Undefined on the server and during hydration. Without a token the visitor is redirected to the home page,
 * unless the link was already used.
 */
export function useLinkToken(name: TokenName): string | undefined {
  const navigate = useNavigate();
  const code = codeOfPath(useLocation().pathname);
  const [token, setToken] = useState<string | null>();
  useEffect(() => setToken(readLinkToken(name)), [name]);
  useEffect(() => {
    if (token === null && !isLinkDone()) navigate(homePathOf(code), { replace: true });
  }, [token, navigate, code]);
  return token ?? undefined;
}
