/** Password strength as a word and four bars. The word carries the meaning. */
import { useLanguage } from '#web/language.tsx';
import { easyToGuess, strengthOf } from './password-strength.ts';

const checks = ['bg-line', 'bg-danger', 'bg-warn', 'bg-credit', 'bg-ok'] as const;

type StrengthMeterProps = {
  password: string;
  personal?: string[];
  /** The server has the list of common passwords. A password it rejected is never rated well here. */
  refused: string | null;
};

export function StrengthMeter({ password, personal, refused }: StrengthMeterProps) {
  const { translate } = useLanguage();
  const { level, text } = password === refused ? easyToGuess : strengthOf(password, personal);
  return (
    <p className="flex min-h-6 items-center gap-3 text-sm text-muted">
      <span aria-hidden="true" className="flex w-28 gap-1">
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} className={`h-1.5 grow rounded-full ${bar <= level ? checks[level] : 'bg-line'}`} />
        ))}
      </span>
      <span>{translate(text)}</span>
    </p>
  );
}
