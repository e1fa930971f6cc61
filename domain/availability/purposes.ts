/** What a slot of a tutor's time, or a session in it, is for (docs/rules/availability.md 1.1). */
export const SlotPurpose = { General: 1, Lesson: 2, Interview: 3, DemoSession: 4 } as const
export type SlotPurpose = (typeof SlotPurpose)[keyof typeof SlotPurpose]

/** Whether a slot of this purpose has room for that kind of session: a general one takes all. */
export const admits = (slot: SlotPurpose, session: SlotPurpose): boolean =>
  slot === SlotPurpose.General || slot === session
