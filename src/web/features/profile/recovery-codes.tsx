/**
 * The recovery codes, shown once. A user who loses both them and the app needs our support, so they are easy
 * to save.
 */
import { useEffect, useRef } from 'react';
import { site } from '#content/site.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import * as toasts from '#web/ui/toasts.ts';

export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = codes.join('\n');
  const copy = async () => {
    try {
      // Undefined on pages without https.
      await navigator.clipboard.writeText(text);
      toasts.success('Recovery codes copied', 'profile');
    } catch {
      toasts.error('Your browser blocked copying. Select the codes and copy them.', 'profile');
    }
  };
  return (
    <div className="grid max-w-form gap-5">
      <h3 ref={heading} tabIndex={-1} className="font-semibold">
        Your recovery codes
      </h3>
      <Notice tone="warn" title="Keep these codes now">
        <p>
          They are shown only once. Each one works once in place of a code from your app, for example if you
          lose your phone.
        </p>
      </Notice>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-lg border border-line bg-surface p-5">
        {codes.map((code) => (
          <li key={code}>
            <code className="money select-all">{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={copy}>
          Copy
        </Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${site.name} recovery codes\n\n${text}\n`)}`}
          download="recovery-codes.txt"
          className="inline-flex min-h-12 items-center rounded-full border-2 border-ink px-6 py-2.5 leading-tight font-semibold hover:bg-ink hover:text-paper"
        >
          Download
        </a>
        <Button onClick={onDone}>I have saved them</Button>
      </div>
    </div>
  );
}
