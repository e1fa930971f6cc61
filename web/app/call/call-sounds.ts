import { createPersistedStore } from '../../platform/store.ts'

/** Whether a call plays quiet sounds for joining, leaving and new messages; stored on this device, on by default. */
export const callSounds = createPersistedStore<boolean>('hessa.call-sounds', {
  read: (stored) => stored !== 'off',
  write: (isOn) => (isOn ? null : 'off'),
})
