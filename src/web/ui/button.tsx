/**
 * A button acts on this page; a button link leads to another. Both look the same. A busy button keeps its
 * size and focus and ignores clicks; a disabled one would lose the focus.
 */
import type { ComponentProps } from 'react';
import { type ButtonStyle, buttonStyle } from './button-style.ts';
import { SiteLink, type SiteLinkProps } from './site-link.tsx';
import { Spinner } from './spinner.tsx';

type ButtonProps = ComponentProps<'button'> & ButtonStyle & { isBusy?: boolean };

export const Button = ({
  variant,
  size,
  isBusy = false,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) => (
  <button
    type={type}
    aria-busy={isBusy || undefined}
    aria-disabled={isBusy || undefined}
    className={`${buttonStyle({ variant, size }, className)} ${isBusy ? 'relative' : ''} disabled:cursor-not-allowed disabled:opacity-60`}
    onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
    {...rest}
  >
    {/* The label stays in place but cannot be seen, so the button keeps its size and accessible name. */}
    <span className={isBusy ? 'inline-flex items-center gap-2 opacity-0' : 'contents'}>{children}</span>
    {isBusy && <Spinner className="absolute size-5" />}
  </button>
);

export const ButtonLink = ({ variant, size, className, ...rest }: SiteLinkProps & ButtonStyle) => (
  <SiteLink className={buttonStyle({ variant, size }, className)} {...rest} />
);
