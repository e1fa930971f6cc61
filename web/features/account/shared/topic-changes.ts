/** What the presses of one tab come to, over what is chosen by now: another tab's choice is neither undone nor repeated. */
export function topicChanges(chosen: ReadonlySet<number>, wishes: ReadonlyMap<number, boolean>) {
  const wished = [...wishes].filter(([id, isWanted]) => chosen.has(id) !== isWanted)
  const idsOf = (isWanted: boolean) => wished.filter(([, wanted]) => wanted === isWanted).map(([id]) => id)
  return { addTopics: idsOf(true), removeTopics: idsOf(false) }
}
