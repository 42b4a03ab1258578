/** For an address under `/blogs` without a post: it never existed or was removed. */
import { Drawing } from '#web/art/drawing.tsx';
import notFoundArt from '#web/art/not-found.svg?url';
import { ButtonLink } from '#web/ui/button.tsx';
import { ErrorLayout } from '#web/ui/error-layout.tsx';

export const PostNotFound = () => (
  <ErrorLayout
    title="Oops! Post not found."
    picture={<Drawing file={notFoundArt} className="w-full max-w-form" />}
    actions={<ButtonLink to="/blogs">Go back</ButtonLink>}
  >
    There is no post at this address. It may have been renamed, or the link may be wrong. You can find all
    posts in the list.
  </ErrorLayout>
);
