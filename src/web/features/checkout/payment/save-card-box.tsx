/** Saves the new card for the next purchase. Only for users with an account, and only if they tick it. */
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
          {say('Our card processor saves it for your next order. You can remove it in your profile.')}
        </p>
      </div>
    </div>
  );
}
