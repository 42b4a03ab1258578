/** Suggests a correction for a typo in an email address on blur, not while typing. */
import { useLanguage } from '#web/language.tsx';
import { type ReactNode, useState } from 'react';
import { correctedEmail } from '#kernel/email-slips.ts';

type EmailAdvice = { advice: ReactNode; onBlur: () => void; onChange: () => void };

/**
 * `correct` writes the address into the form and focuses the field, because the clicked button is removed.
 */
export function useEmailAdvice(read: () => string, correct: (email: string) => void): EmailAdvice {
  const { say } = useLanguage();
  const [offered, setOffered] = useState<string | null>(null);
  const accept = () => {
    if (offered !== null) correct(offered);
    setOffered(null);
  };
  return {
    advice: (
      <p role="status" className="text-sm">
        {offered !== null && (
          <button
            type="button"
            className="min-h-6 font-semibold underline underline-offset-4 hover:text-accent"
            onClick={accept}
          >
            {say('Did you mean {domain}?', { domain: offered.slice(offered.lastIndexOf('@') + 1) })}
          </button>
        )}
      </p>
    ),
    onBlur: () => setOffered(correctedEmail(read())),
    onChange: () => setOffered(null),
  };
}
