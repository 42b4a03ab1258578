/** Who may own a US company, in one large sentence, and what we do and do not do about it. */
export const Introduction = () => (
  <section aria-label="Introduction" className="page grid grid-cols-1 gap-x-8 gap-y-6 py-16 sm:py-24 lg:grid-cols-12">
    <p className="font-display text-2xl font-semibold text-balance lg:col-span-7">
      You need no US passport, no visa and no home in the US to own a US company. You need the right papers, in the right order, on the
      right days.
    </p>
    <div className="flex flex-col gap-4 lg:col-span-4 lg:col-start-9">
      <p>
        Stateside is for founders outside the US. We prepare the papers, and file them when you have confirmed them. As your registered
        agent, we also remind you of the yearly dates of the state.
      </p>
      <p>Owning a company is not a permit to live or work in the US; for that there are visas.</p>
    </div>
  </section>
);
