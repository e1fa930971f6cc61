import { createStore, useStore } from '../../platform/store.ts'
import type { Conflict } from './shared/changes.ts'

export type ConflictChoice = 'theirs' | 'mine' | 'undecided'
export type ConflictQuestion = { kind: string; conflict: Conflict; onChoose: (choice: ConflictChoice) => void }

const question = createStore<ConflictQuestion | null>(null)

export const useConflictQuestion = () => useStore(question)

/** Shows both versions in the shell's dialog and waits for the choice; `undecided` when the dialog is closed without one. */
export function askConflict(kind: string, conflict: Conflict): Promise<ConflictChoice> {
  return new Promise((resolve) => {
    const onChoose = (choice: ConflictChoice) => {
      question.set(null)
      resolve(choice)
    }
    question.set({ kind, conflict, onChoose })
  })
}
