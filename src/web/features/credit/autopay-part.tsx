/** Automatic payments on the due date: off until the owner agrees to the consent text. */
import { useState } from 'react';
import { SavedCards } from '#web/features/cards/saved-cards.tsx';
import { refusalText } from '#web/session/refusal.ts';
import { TickBox } from '#web/ui/fields/tick-box.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { useCardsQuery } from '#web/features/cards/cards-api.ts';
import { CardName } from '#web/features/cards/card-name.tsx';
import { type Autopay, useAutopayQuery, useTurnOffMutation, useTurnOnMutation } from './credit-api.ts';
import { Part } from './credit-frame.tsx';

export function AutopayPart() {
  const { data } = useAutopayQuery();
  const [isOpen, setOpen] = useState(false);
  if (data === undefined) return null;
  return (
    <Part id="autopay" title="Automatic payments">
      {data.autopay === null ? (
        <p className="text-muted">Off. You pay each invoice yourself, and we remind you before it is due.</p>
      ) : (
        <p>
          On. Each open invoice is charged on its due date to <CardName card={data.autopay.card} />.
        </p>
      )}
      {isOpen ? (
        <Agreement terms={data.terms} onClose={() => setOpen(false)} />
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
            {data.autopay === null ? 'Turn on automatic payments' : 'Change card'}
          </Button>
          {data.autopay !== null && <TurnOff />}
        </div>
      )}
    </Part>
  );
}

function TurnOff() {
  const [turnOff, { isLoading }] = useTurnOffMutation();
  const off = async () => {
    const refused = await turnOff()
      .unwrap()
      .then(() => null, refusalText);
    if (refused === null) toasts.success('Automatic payments are off', 'credit');
    else toasts.error(refused, 'credit');
  };
  return (
    <Button variant="text" size="small" isBusy={isLoading} onClick={off}>
      Turn off
    </Button>
  );
}

function Agreement({ terms, onClose }: { terms: Autopay['terms']; onClose: () => void }) {
  const { data: cards } = useCardsQuery();
  const [chosen, setChosen] = useState<string | null>(null);
  const [isAgreed, setAgreed] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [turnOn, { isLoading }] = useTurnOnMutation();
  const cardId = chosen ?? cards?.[0]?.id ?? null;
  const send = async () => {
    if (!isAgreed) return setProblem('Please agree to automatic payments');
    if (cardId === null) return;
    const refused = await turnOn({ paymentMethodId: cardId, termsVersion: terms.version })
      .unwrap()
      .then(() => null, refusalText);
    setProblem(refused);
    if (refused !== null) return;
    toasts.success('Automatic payments are on', 'credit');
    onClose();
  };
  if (cards?.length === 0)
    return (
      <div className="grid justify-items-start gap-4 rounded-md bg-sunk p-4 sm:p-5">
        <p>Automatic payments need a saved card, and you have none yet.</p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/profile?section=cards" size="small">
            Add a card
          </ButtonLink>
          <Button size="small" variant="text" onClick={onClose}>
            Back
          </Button>
        </div>
      </div>
    );
  return (
    <div className="grid gap-4 rounded-md bg-sunk p-4 sm:p-5">
      {cards !== undefined && cards.length > 0 && (
        <SavedCards cards={cards} chosen={cardId} onChoose={setChosen} name="card-for-autopay" />
      )}
      <TickBox checked={isAgreed} error={problem} onChange={({ target }) => setAgreed(target.checked)}>
        {terms.text}
      </TickBox>
      <div className="flex flex-wrap gap-3">
        <Button size="small" isBusy={isLoading} disabled={cardId === null} onClick={send}>
          Turn on
        </Button>
        <Button size="small" variant="text" onClick={onClose}>
          Back
        </Button>
      </div>
    </div>
  );
}
