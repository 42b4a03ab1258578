/** The frame while it is not known who asks. Small, because it is what the page starts with, and all that the server draws. */
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
