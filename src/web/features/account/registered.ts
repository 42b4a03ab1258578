/**
 * Set after a registration in this document, so the empty form is not shown again. In memory only: a reload
 * brings the form back to correct a mistyped address.
 */
let isRegistered = false;

export const hasRegistered = (): boolean => isRegistered;
export const noteRegistration = (): void => {
  isRegistered = true;
};
