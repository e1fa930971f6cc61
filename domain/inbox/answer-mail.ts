/**
 * The texts of the mail that contains an answer; the API sends them and the dashboard previews them (docs/rules/staff.md
 * 6.3).
 */
export type AnswerMail = { subject: string; greeting: string; text: string; quote: string; closing: string }

export type AnsweredMatter = {
  /** The person's name; null where they gave none. */
  name: string | null
  /** The title that the person wrote. */
  title: string
  answer: string
}

const CLOSING = 'فريق حصّة'

export const answerMail = ({ name, title, answer }: AnsweredMatter): AnswerMail => ({
  subject: `ردّنا على: ${title}`,
  greeting: name ? `أهلًا ${name}،` : 'أهلًا وسهلًا،',
  text: answer,
  quote: `رسالتك لنا: ${title}`,
  closing: CLOSING,
})
