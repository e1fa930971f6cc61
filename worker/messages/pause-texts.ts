import type { PauseMessage } from './message.ts'

const RESUMES = 'بيرجع يشتغل:'
const ENDS = 'وبيخلص:'

/** What a student is told by e-mail when staff pause the plan, or end a pause: the title, and a line for each date. */
export function pauseText(message: PauseMessage): { title: string; lines: { label: string; at: string }[] } {
  const { template, params } = message
  const ends = { label: ENDS, at: params.end }
  if (template === 'plan_paused') {
    const { from, until } = params
    const lines = [{ label: 'موقوف من:', at: from }, { label: RESUMES, at: until }, ends]
    return { title: 'اشتراكك في حصّة اتوقف مؤقتًا', lines }
  }
  if (template === 'pause_ended')
    return { title: 'إيقاف اشتراكك في حصّة خلص بدري', lines: [{ label: RESUMES, at: params.until }, ends] }
  return { title: 'إيقاف اشتراكك في حصّة اتلغى', lines: [{ label: 'الاشتراك بيخلص:', at: params.end }] }
}

export const isAboutPause = <M extends { template: string }>(
  message: M,
): message is Extract<M, { template: PauseMessage['template'] }> =>
  ['plan_paused', 'pause_ended', 'pause_undone'].includes(message.template)
