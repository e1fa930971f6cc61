/**
 * A row of a state machine: in any state of `from`, the actors `who` may cause `event`, which changes the state to `to`.
 */
export type Transition<State, Event extends string, Who extends string> = {
  from: readonly State[]
  event: Event
  to: State
  who: readonly Who[]
}

/** The row that changes `from` to `to` and is allowed to `who`; null if there is none. */
export const transitionTo = <State, Event extends string, Who extends string>(
  machine: readonly Transition<State, Event, Who>[],
  from: State,
  to: State,
  who: Who,
): Transition<State, Event, Who> | null =>
  machine.find((row) => row.from.includes(from) && row.to === to && row.who.includes(who)) ?? null

/** The state after `event` in the state `from`; null if there is no such row. */
export const after = <State, Event extends string, Who extends string>(
  machine: readonly Transition<State, Event, Who>[],
  from: State,
  event: Event,
): State | null => machine.find((row) => row.from.includes(from) && row.event === event)?.to ?? null
