/** Copies an id that other systems need, such as the processor's. */
import { useState } from 'react';
import { ConsoleIcon } from '#web/features/admin/shell/icons.tsx';

export function CopyButton({ text, what }: { text: string; what: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <button
      type="button"
      title={`Copy ${what}`}
      className="inline-grid size-6 shrink-0 place-items-center rounded-sm align-middle text-muted hover:text-ink"
      onClick={copy}
      onBlur={() => setCopied(false)}
    >
      <ConsoleIcon name="copy" className={`size-3.5 ${isCopied ? 'text-ok' : ''}`} />
      <span role="status" className="sr-only">
        {isCopied ? 'Copied' : `Copy ${what}`}
      </span>
    </button>
  );
}
