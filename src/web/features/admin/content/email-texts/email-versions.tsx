/** Earlier versions of an email's texts with their authors. Restores one of them or the built-in texts. */
import { useState } from 'react';
import { ActDialog } from '#web/features/admin/act/act-dialog.tsx';
import { useAct } from '#web/features/admin/act/use-act.ts';
import { Facts } from '#web/features/admin/detail/facts.tsx';
import { VersionHistory } from '#web/features/admin/form/version-history.tsx';
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
  if (email.versions.length === 0) return null;
  return (
    <Facts title="Versions">
      <VersionHistory
        versions={email.versions}
        now={email.version}
        permission="content.write"
        nameOf={({ texts }) => formatOwnTexts(Object.keys(texts).length)}
        action={{ label: 'Load into form', spoken: ': version', run: ({ texts }) => onUse(texts) }}
      />
      {mayWrite && email.own > 0 && <BackToOurs title={email.title} onBack={onBack} />}
    </Facts>
  );
}

/** How many texts the operator has replaced. */
export const formatOwnTexts = (count: number): string => {
  if (count === 0) return 'Default texts';
  return count === 1 ? '1 custom text' : `${count} custom texts`;
};

function BackToOurs({ title, onBack }: { title: string; onBack: () => void }) {
  const act = useAct();
  const [isAsking, setAsking] = useState(false);
  const confirm = () => {
    setAsking(false);
    onBack();
  };
  return (
    <div className="mt-3">
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
