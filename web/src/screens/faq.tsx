import { HelpButton } from "#web/features/help/help-button.tsx";
import { topicsFor } from "#web/features/pages/faq-topics.tsx";
import { Questions } from "#web/features/pages/questions.tsx";
import { Part, TextPage } from "#web/features/pages/text-page.tsx";
import { useFeatures } from "#web/session/features.ts";

export default function Faq() {
  return (
    <TextPage title="FAQ" lead="Short answers to what people ask most. If yours isn't here, ask us.">
      {topicsFor(useFeatures()).map(({ title, questions }) => (
        <Part key={title} title={title}>
          <Questions questions={questions} />
        </Part>
      ))}
      <Part title="Still stuck?">
        <p>Tell us what you tried and what happened. A person will read it and reply by email.</p>
        <p>
          <HelpButton />
        </p>
      </Part>
    </TextPage>
  );
}
