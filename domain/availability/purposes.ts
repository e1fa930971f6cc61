/** The purpose of a slot, and the kind of a session (docs/rules/availability.md 1.1). */
export const SlotPurpose = { General: 1, Lesson: 2, Interview: 3, DemoSession: 4 } as const
export type SlotPurpose = (typeof SlotPurpose)[keyof typeof SlotPurpose]

/** Whether a session of this kind may be booked in a slot of this purpose: a general slot admits every kind. */
export const admits = (slot: SlotPurpose, session: SlotPurpose): boolean =>
  slot === SlotPurpose.General || slot === session
