/** Layout of error pages: large text, a picture, and links. */
import type { ReactNode } from 'react';

type ErrorLayoutProps = { title: string; picture: ReactNode; children: ReactNode; actions: ReactNode };

export const ErrorLayout = ({ title, picture, children, actions }: ErrorLayoutProps) => (
  <div className="page grid grid-cols-1 items-center gap-10 py-16 md:grid-cols-12 md:py-24">
    <div className="md:col-span-7">
      <h1 className="text-3xl">{title}</h1>
      <p className="mt-5 max-w-line text-lg">{children}</p>
      <div className="mt-8 flex flex-wrap gap-4">{actions}</div>
    </div>
    <div className="md:col-span-5">{picture}</div>
  </div>
);
