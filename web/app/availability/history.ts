import { type Draft, EMPTY_DRAFT } from './draft.ts'

/** The draft and every draft before it since the last save: undo goes back one step. */
export type History = { present: Draft; past: readonly Draft[] }

export const NO_HISTORY: History = { present: EMPTY_DRAFT, past: [] }

export type Step = { do: 'edit'; to: Draft } | { do: 'undo' } | { do: 'reset' } | { do: 'replace'; by: Draft }

/** `replace` changes the current draft without an undo step, because the user did not make the change. */
export function applyStep(history: History, step: Step): History {
  switch (step.do) {
    case 'edit':
      return { present: step.to, past: [...history.past, history.present] }
    case 'undo':
      return { present: history.past.at(-1) ?? EMPTY_DRAFT, past: history.past.slice(0, -1) }
    case 'reset':
      return NO_HISTORY
    case 'replace':
      return { ...history, present: step.by }
  }
}
