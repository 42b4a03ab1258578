/**
 * A form that is in the page before its script is. What is sent early waits and is sent again when the script has come. It is posted,
 * so that even without our script nothing that was typed ever lands in an address.
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
