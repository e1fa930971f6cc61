/**
 * The request that applies one tab's toggled topics to those chosen by now: another tab's choice is neither undone nor
 * repeated.
 */
export function topicChanges(chosen: ReadonlySet<number>, toggled: ReadonlyMap<number, boolean>) {
  const changed = [...toggled].filter(([id, isOn]) => chosen.has(id) !== isOn)
  const idsOf = (isOn: boolean) => changed.filter(([, on]) => on === isOn).map(([id]) => id)
  return { addTopics: idsOf(true), removeTopics: idsOf(false) }
}
