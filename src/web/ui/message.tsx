/** A page with one message, a picture beside it, and links below. */
import { type ReactNode, useEffect, useRef } from 'react';

type MessageProps = {
  title: string;
  picture?: ReactNode;
  children: ReactNode;
  /**
   * True if the message replaces the content the user was working with. Without it the focus would be lost.
   */
  takesFocus?: boolean;
};

export function Message({ title, picture, children, takesFocus = false }: MessageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <div className="page grid min-h-dvh grid-cols-1 content-start items-start gap-8 py-10 md:grid-cols-12 lg:py-16 print:min-h-0">
      <div className="grid grid-cols-1 justify-items-start gap-5 md:col-span-7 print:col-span-12">
        <h1 ref={heading} tabIndex={-1} className="text-2xl">
          {title}
        </h1>
        {children}
      </div>
      <div className="max-md:order-first md:col-span-5 print:hidden">{picture}</div>
    </div>
  );
}
