/**
 * The buyer's benefits: the first one, and the rest behind Show more. The full text is in the page from the
 * start; without JavaScript nothing is hidden. There are two lists, because they are in two parts of the card
 * (see product-card.tsx).
 */
import { useId, useState } from 'react';
import { useLanguage } from '#web/language.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { StoredText } from '#web/ui/stored-text.tsx';

const check = 'flex-col gap-2.5';

export const FirstBenefit = ({ text }: { text: string }) => (
  <ul className={`mt-4 flex ${check}`}>
    <Benefit text={text} />
  </ul>
);

export function MoreBenefits({ benefits, productNameId }: { benefits: string[]; productNameId: string }) {
  const { say } = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  if (benefits.length === 0) return null;
  return (
    <>
      <ul id={listId} className={`mt-2.5 ${check} ${isOpen ? 'flex' : 'hidden noscript:flex'}`}>
        {benefits.map((text) => (
          <Benefit key={text} text={text} />
        ))}
      </ul>
      <Button
        variant="text"
        size="small"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-describedby={productNameId}
        className="mt-2 noscript:hidden"
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? say('Show less') : say('Show more')}
      </Button>
    </>
  );
}

const Benefit = ({ text }: { text: string }) => (
  <li className="flex gap-2.5">
    <Icon name="check" className="mt-1 size-4 text-credit" />
    <span className="min-w-0">
      <StoredText>{text}</StoredText>
    </span>
  </li>
);
