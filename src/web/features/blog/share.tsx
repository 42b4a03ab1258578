/** Share links. The social networks get a plain link, so none of their scripts run here. */
import { SocialIcon } from '#web/ui/social-icon.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconOf } from '#web/ui/icon.tsx';
import { useCopy } from './use-copy.ts';

const chain =
  'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.6l-1.4 1.4M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.6l1.4-1.4';

type ShareProps = { address: string; title: string };

const networks = (address: string, title: string) => {
  const url = encodeURIComponent(address);
  return [
    { name: 'Facebook', to: `https://www.facebook.com/sharer/sharer.php?u=${url}` },
    { name: 'X', to: `https://x.com/intent/post?url=${url}&text=${encodeURIComponent(title)}` },
    { name: 'LinkedIn', to: `https://www.linkedin.com/sharing/share-offsite/?url=${url}` },
  ];
};

/** The visitor just asked for the link, so it receives the focus. */
function showSelected(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}

export function Share({ address, title }: ShareProps) {
  const { state, copy } = useCopy();
  return (
    <section aria-labelledby="share" data-print="no">
      <h2 id="share" className="text-lg">
        Share this post
      </h2>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <ul className="-ms-2.5 flex gap-1">
          {networks(address, title).map(({ name, to }) => (
            <li key={name}>
              <a
                href={to}
                target="_blank"
                rel="noopener"
                className="inline-flex size-11 items-center justify-center rounded-full hover:bg-sunk"
              >
                <SocialIcon name={name} />
                <span className="sr-only">Share on {name} (opens a new tab)</span>
              </a>
            </li>
          ))}
        </ul>
        {/* The message is positioned below, so the layout does not shift. */}
        <span className="relative">
          <Button variant="secondary" size="small" className="noscript:hidden" onClick={() => copy(address)}>
            <IconOf path={chain} />
            Copy link
          </Button>
          <span role="status" className="absolute start-4 top-full font-semibold whitespace-nowrap text-ok">
            {state === 'copied' && 'Copied!'}
          </span>
        </span>
      </div>
      {state === 'refused' && (
        <label className="mt-3 block max-w-form">
          <span className="block">Your browser blocked copying. The link is selected here:</span>
          <input
            readOnly
            ref={showSelected}
            value={address}
            className="mt-1.5 min-h-12 w-full rounded-sm border border-field bg-surface px-3.5"
          />
        </label>
      )}
    </section>
  );
}
