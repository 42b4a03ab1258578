/**
 * A form that renders before its script loads. An early submit is held and replayed when the script is ready.
 * It uses POST, so typed text never ends up in an address, even without our script.
 */
import { type ComponentProps, useEffect, useRef } from 'react';

type LiveFormProps = Omit<ComponentProps<'form'>, 'method' | 'ref' | 'noValidate'>;

export function LiveForm(props: LiveFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (form.current && window.takeEarlySubmit?.(form.current)) form.current.requestSubmit();
  }, []);
  return <form ref={form} method="post" noValidate {...props} />;
}
