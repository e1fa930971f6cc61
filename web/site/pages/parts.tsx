/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import type { Question } from '#messages/site/questions'

export const Questions = ({ list }: { list: readonly Question[] }) => (
  <div class="questions">
    {list.map(({ ask, answer }) => (
      <details>
        <summary>{ask}</summary>
        <p>{answer}</p>
      </details>
    ))}
  </div>
)

/** The questions of a page as structured data for search engines. */
export const faqData = (questions: readonly Question[]) => ({
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: questions.map(({ ask, answer }) => ({
    '@type': 'Question',
    name: ask,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
})

/** The heading of a page other than the home page. */
export const Intro = ({ title, children }: { title: Child; children: Child }) => (
  <div class="intro">
    <h1>{title}</h1>
    <p>{children}</p>
  </div>
)

export const Mark = ({ children }: { children: Child }) => <span class="mark">{children}</span>

export const Steps = ({ steps }: { steps: readonly (readonly [title: string, text: string])[] }) => (
  <ol class="steps">
    {steps.map(([title, text]) => (
      <li>
        <h3>{title}</h3>
        <p>{text}</p>
      </li>
    ))}
  </ol>
)

export const Points = ({ points }: { points: readonly (readonly [title: string, text: string])[] }) => (
  <ul class="points">
    {points.map(([title, text]) => (
      <li>
        <h3>{title}</h3>
        <p>{text}</p>
      </li>
    ))}
  </ul>
)
