/**
 * The frame until the user is loaded. It is small, because the page starts with it and the server renders
 * nothing else.
 */
export const ConsoleSkeleton = () => (
  <div className="flex grow flex-col lg:flex-row">
    <div className="h-14 border-line bg-sunk max-lg:border-b lg:h-auto lg:w-56 lg:border-e" />
    <main id="content" tabIndex={-1} className="grow">
      <h1 className="sr-only">Console</h1>
      <p role="status" className="sr-only">
        Loading the console
      </p>
    </main>
  </div>
);
