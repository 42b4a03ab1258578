/**
 * Payment tabs: a new card, or a saved one. Both panels stay mounted, so a half-typed card number is not lost
 * by switching tabs. The tabs are locked during a payment.
 */
import { phrase } from '#kernel/language.ts';
import { useLanguage } from '#web/language.tsx';
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

export type PaymentTab = 0 | 1;

const titles = [phrase('Enter Card details'), phrase('Choose from existing Cards')];

type TabsProps = {
  tab: PaymentTab;
  isLocked: boolean;
  onTab: (tab: PaymentTab) => void;
  newCard: ReactNode;
  savedCards: ReactNode;
};

export function PaymentTabs({ tab, isLocked, onTab, newCard, savedCards }: TabsProps) {
  const { say, translate } = useLanguage();
  const id = useId();
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);
  const choose = (next: PaymentTab) => {
    if (!isLocked && next !== tab) onTab(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextTab(event.key, tab);
    if (next === null) return;
    event.preventDefault();
    if (isLocked) return;
    choose(next);
    buttons.current[next]?.focus();
  };
  return (
    <div className="grid gap-4">
      <div
        role="tablist"
        aria-label={say('Payment method')}
        className="grid grid-cols-2 gap-1 rounded-lg bg-sunk p-1"
      >
        {titles.map((title, index) => (
          <button
            key={title}
            ref={(button) => {
              buttons.current[index] = button;
            }}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-selected={tab === index}
            aria-controls={`${id}-panel-${index}`}
            tabIndex={tab === index ? 0 : -1}
            className="min-h-11 rounded-md border-2 border-transparent px-2 py-1.5 leading-tight font-semibold text-muted transition-colors duration-150 hover:text-ink aria-selected:border-ink aria-selected:bg-surface aria-selected:text-ink"
            onClick={() => choose(index as PaymentTab)}
            onKeyDown={onKeyDown}
          >
            {translate(title)}
          </button>
        ))}
      </div>
      {[newCard, savedCards].map((content, index) => (
        <div
          key={titles[index]}
          role="tabpanel"
          id={`${id}-panel-${index}`}
          aria-labelledby={`${id}-tab-${index}`}
          hidden={tab !== index}
        >
          {content}
        </div>
      ))}
    </div>
  );
}

/** Arrow keys wrap around; Home and End go to the ends. */
function nextTab(key: string, tab: PaymentTab): PaymentTab | null {
  if (key === 'ArrowRight' || key === 'ArrowLeft') return tab === 0 ? 1 : 0;
  if (key === 'Home') return 0;
  return key === 'End' ? 1 : null;
}
