/**
 * A button does something on this page; a button link leads to another. Both look the same.
 * A busy button keeps its place and its focus and ignores presses: a disabled one would drop the focus to nowhere.
 */
import type { ComponentProps, MouseEvent, PointerEvent } from 'react';
import { type ButtonLook, buttonLook } from './button-look.ts';
import { SiteLink, type SiteLinkProps } from './site-link.tsx';
import { Spinner } from './spinner.tsx';

type ButtonProps = ComponentProps<'button'> & ButtonLook & { isBusy?: boolean };

/**
 * What a field says when it is left can move the button away between the press and its release, and the press would be lost. So the
 * pointer stays the button's, and only whoever has dragged it away means to let go. A press from before the page was alive is not known.
 */
let pressedAt = Number.NaN;
const hold = (event: PointerEvent<HTMLButtonElement>): void => {
  pressedAt = event.clientX + event.clientY;
  event.currentTarget.setPointerCapture(event.pointerId);
};
const isLetGo = ({ detail, clientX, clientY }: MouseEvent): boolean => {
  const movedBy = Math.abs(clientX + clientY - pressedAt);
  pressedAt = Number.NaN;
  return detail > 0 && movedBy > 40;
};

export const Button = ({ variant, size, isBusy = false, type = 'button', className, children, onClick, ...rest }: ButtonProps) => (
  <button
    type={type}
    aria-busy={isBusy || undefined}
    aria-disabled={isBusy || undefined}
    className={`${buttonLook({ variant, size }, className)} ${isBusy ? 'relative' : ''} disabled:cursor-not-allowed disabled:opacity-60`}
    onPointerDown={hold}
    onClick={(event) => (isBusy || isLetGo(event) ? event.preventDefault() : onClick?.(event))}
    {...rest}
  >
    {/* The words stay where they are, unseen: the button keeps its size and its name. */}
    <span className={isBusy ? 'inline-flex items-center gap-2 opacity-0' : 'contents'}>{children}</span>
    {isBusy && <Spinner className="absolute size-5" />}
  </button>
);

export const ButtonLink = ({ variant, size, className, ...rest }: SiteLinkProps & ButtonLook) => (
  <SiteLink className={buttonLook({ variant, size }, className)} {...rest} />
);
