import type { form as ar } from '../ar/form.ts'
import type { Wording } from '../messages.ts'

export const form = {
  save: 'Save',
  discard: 'Undo changes',
  failed: 'Not saved',
  leave: {
    title: 'Leave your changes?',
    text: 'You have unsaved changes. If you leave now, you’ll lose them.',
    leave: 'Leave without saving',
    stay: 'Stay and save',
  },
} as const satisfies Wording<typeof ar>
