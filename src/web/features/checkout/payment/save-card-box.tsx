/** Keeps the new card for the next purchase: only for whoever has an account to keep it in, and only if they say so. */
import { useLanguage } from '#web/language.tsx';
import { useId } from 'react';

type Props = { isTicked: boolean; onChange: (isTicked: boolean) => void };

export function SaveCardBox({ isTicked, onChange }: Props) {
  const { say } = useLanguage();
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <input
        id={id}
        type="checkbox"
        checked={isTicked}
        onChange={({ target }) => onChange(target.checked)}
        aria-describedby={`${id}-hint`}
        className="tick-box"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium">
          {say('Save this card')}
        </label>
        <p id={`${id}-hint`} className="text-sm text-muted">
          {say('Our card processor keeps it for your next order. You can remove it in your profile.')}
        </p>
      </div>
    </div>
  );
}
