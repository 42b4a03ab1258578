/** Earlier versions of an email's texts with their authors. Restores one of them or the built-in texts. */
import { useState } from 'react';
import { ActDialog } from '#web/features/admin/act/act-dialog.tsx';
import { useAct } from '#web/features/admin/act/use-act.ts';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { Button } from '#web/ui/button.tsx';
import type { EmailTexts } from './calls.ts';

type VersionsProps = {
  email: EmailTexts;
  onUse: (texts: Record<string, string>) => void;
  onBack: () => void;
};

export function EmailVersions({ email, onUse, onBack }: VersionsProps) {
  const mayWrite = useMay('content.write');
  const { versions, version: now } = email;
  if (versions.length === 0) return null;
  return (
    <section aria-label="Versions" className="grid gap-3">
      <h2 className="font-sans text-sm font-semibold">Versions</h2>
      <ol className="grid gap-2">
        {versions.map(({ version, at, by, texts }) => {
          const textCount = Object.keys(texts).length;
          return (
            <li key={version} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
              <span>
                {textCount === 0
                  ? 'Default texts'
                  : textCount === 1
                    ? '1 custom text'
                    : `${textCount} custom texts`}
                <span className="block text-xs text-muted">
                  {by} · <Moment at={at} full />
                </span>
              </span>
              {version === now ? (
                <span className="text-xs text-muted">Current</span>
              ) : (
                mayWrite && (
                  <Button size="small" variant="text" className="px-0" onClick={() => onUse(texts)}>
                    Load into form<span className="sr-only">: version {version}</span>
                  </Button>
                )
              )}
            </li>
          );
        })}
      </ol>
      {mayWrite && email.own > 0 && <BackToOurs title={email.title} onBack={onBack} />}
    </section>
  );
}

function BackToOurs({ title, onBack }: { title: string; onBack: () => void }) {
  const act = useAct();
  const [isAsking, setAsking] = useState(false);
  const confirm = () => {
    setAsking(false);
    onBack();
  };
  return (
    <div>
      <Button size="small" variant="secondary" onClick={() => setAsking(true)}>
        Restore default texts
      </Button>
      <ActDialog
        title="Restore default texts?"
        action="Restore default texts"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        act={act}
        onConfirm={confirm}
      >
        <p>“{title}” uses the default texts from the next email on. Your texts stay in the version list.</p>
      </ActDialog>
    </div>
  );
}
