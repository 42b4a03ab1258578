/** For a link to an invoice or a credit note that is incomplete or unknown. */
import { Drawing } from '#web/art/drawing.tsx';
import notFoundArt from '#web/art/not-found.svg?url';
import { ButtonLink } from '#web/ui/button.tsx';
import { ErrorLayout } from '#web/ui/error-layout.tsx';

export const DocumentNotFound = ({ name, email }: { name: string; email: string }) => (
  <ErrorLayout
    title={`${name} not found`}
    picture={<Drawing file={notFoundArt} className="w-full max-w-form" />}
    actions={
      <>
        <ButtonLink to="/profile">Go to your profile</ButtonLink>
        <ButtonLink to="/contact-us" variant="secondary">
          Contact Support
        </ButtonLink>
      </>
    }
  >
    The link may be incomplete. Open it again from {email}, or from the list of your products in your profile.
  </ErrorLayout>
);
