/**
 * What the buyer gets: the first benefit, and the rest behind Show more. The whole text is in the page from the start;
 * where there is no JavaScript nothing is hidden.
 */
import { useId, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';

export function Benefits({ benefits, productNameId }: { benefits: string[]; productNameId: string }) {
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  return (
    <>
      <ul id={listId} className="mt-4 flex flex-col gap-2.5">
        {benefits.map((text, index) => (
          <li key={text} className={`flex gap-2.5 ${index === 0 || isOpen ? '' : 'hidden noscript:flex'}`}>
            <Icon name="check" className="mt-1 size-4 text-credit" />
            <span className="min-w-0">{text}</span>
          </li>
        ))}
      </ul>
      {benefits.length > 1 && (
        <Button
          variant="text"
          size="small"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-describedby={productNameId}
          className="mt-2 self-start noscript:hidden"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : 'Show more'}
        </Button>
      )}
    </>
  );
}
