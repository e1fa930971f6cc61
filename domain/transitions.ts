/** One row of a state machine: from any of these, this event leads there, when one of these brings it about. */
export type Transition<State, Event extends string, Who extends string> = {
  from: readonly State[]
  event: Event
  to: State
  who: readonly Who[]
}

/** The row that takes `from` to `to` for `who`, if the machine has one. */
export const transitionTo = <State, Event extends string, Who extends string>(
  machine: readonly Transition<State, Event, Who>[],
  from: State,
  to: State,
  who: Who,
): Transition<State, Event, Who> | null =>
  machine.find((row) => row.from.includes(from) && row.to === to && row.who.includes(who)) ?? null

/** Where `event` leads from `from`, null when the machine knows no such step. */
export const after = <State, Event extends string, Who extends string>(
  machine: readonly Transition<State, Event, Who>[],
  from: State,
  event: Event,
): State | null => machine.find((row) => row.from.includes(from) && row.event === event)?.to ?? null
