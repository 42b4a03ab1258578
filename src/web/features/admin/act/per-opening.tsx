/**
 * Remounts a dialog's content each time it opens, so it starts without earlier input, choices, or errors. An
 * action still in flight survives, so pressing the button again repeats it instead of starting another.
 */
import { type ComponentType, useRef, useState } from 'react';
import { noPresses, type Presses, PressesOfDialog } from './presses.ts';

/** `tools/dialogs.test.ts` requires this for every component whose dialog has state. */
export function remountOnOpen<P extends object>(
  Content: ComponentType<P & { isOpen: boolean }>,
): ComponentType<P & { isOpen: boolean }> {
  return function PerOpening(props) {
    const { isOpen } = props;
    const presses = useRef<Presses>(noPresses());
    const [opening, setOpening] = useState({ count: 0, isOpen: false });
    if (isOpen !== opening.isOpen) setOpening({ count: isOpen ? opening.count + 1 : opening.count, isOpen });
    return (
      <PressesOfDialog value={presses.current}>
        <Content key={opening.count} {...props} />
      </PressesOfDialog>
    );
  };
}
