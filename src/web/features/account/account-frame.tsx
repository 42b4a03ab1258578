/** Layout of every account screen: the form at the start of the row, a picture or reasons at its end. */
import { type ReactNode, useEffect, useRef } from 'react';
import { site } from '#content/site.ts';
import { Drawing } from '#web/art/drawing.tsx';

type AccountFrameProps = {
  title: string;
  intro?: ReactNode;
  children: ReactNode;
  aside: ReactNode;
  /** True if this view replaces another one on the same page. Without it the focus would be lost. */
  takesFocus?: boolean;
};

export function AccountFrame({ title, intro, children, aside, takesFocus = false }: AccountFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    heading.current?.focus();
    document.title = `${title} | ${site.name}`;
  }, [takesFocus, title]);
  return (
    <div className="page grid content-start items-start gap-10 py-10 md:min-h-dvh md:grid-cols-12 lg:gap-16 lg:py-16">
      <div className="grid w-full max-w-form grid-cols-1 gap-6 md:col-span-7 lg:col-span-6">
        <div className="grid gap-3">
          <h1 ref={heading} tabIndex={-1} className="text-2xl">
            {title}
          </h1>
          {intro}
        </div>
        {children}
      </div>
      <div className="md:col-span-5 lg:col-span-6">{aside}</div>
    </div>
  );
}

/** The benefits of an account. Beside the form, or after it on a phone. */
export const AccountReasons = ({
  picture,
  title,
  reasons,
}: {
  picture: ReactNode;
  title: string;
  reasons: string[];
}) => (
  <div className="grid gap-6 rounded-lg bg-sunk p-6 sm:p-8">
    <div className="max-md:hidden">{picture}</div>
    <div>
      <h2 className="text-xl">{title}</h2>
      <ul className="mt-3 grid list-disc gap-2 ps-5">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </div>
  </div>
);

/** Decorative picture, hidden on phones. */
export const MessagePicture = ({ file }: { file: string }) => (
  <div className="mx-auto w-full max-md:hidden">
    <Drawing file={file} className="mx-auto w-full max-w-form" />
  </div>
);
