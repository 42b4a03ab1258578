/** Shown for an unknown console address or one that the role has no permission for. */
import { Link } from 'react-router';
import { buttonStyle } from '#web/ui/button-style.ts';
import { PageHead } from './page-head.tsx';

const Nowhere = ({ title, children }: { title: string; children: string }) => (
  <div className="grid max-w-line justify-items-start gap-4">
    <PageHead title={title} />
    <p>{children}</p>
    <Link to="/admin" className={buttonStyle({ variant: 'secondary', size: 'small' })}>
      Go to Home
    </Link>
  </div>
);

export const NoSuchScreen = () => (
  <Nowhere title="Nothing here">
    There is no page at this address. It may have moved, or the link may be wrong.
  </Nowhere>
);

export const NotPermitted = ({ title }: { title: string }) => (
  <Nowhere title={title}>
    Your role cannot open this part of the console. Ask an owner if you need access.
  </Nowhere>
);
