import { createPersistedStore, type Store, useStore } from '../../../platform/store.ts'

const stores = new Map<string, Store<string | null>>()

function storeOf(calendar: string): Store<string | null> {
  const store =
    stores.get(calendar) ??
    createPersistedStore<string | null>(`hessa.view.${calendar}`, { read: (text) => text, write: (view) => view })
  stores.set(calendar, store)
  return store
}

type ViewChoice<V extends string> = {
  /** The view in the address. */
  requested: V | undefined
  /** The views that the screen has room for. */
  views: readonly V[]
  /** Where nothing was chosen yet. */
  usual: V
}

/** The view of a calendar: that of the address, else the one that was chosen last on this device. */
export function useViewChoice<V extends string>(calendar: string, { requested, views, usual }: ViewChoice<V>) {
  const store = storeOf(calendar)
  const stored = useStore(store)
  const view = [requested, stored].map((name) => views.find((one) => one === name)).find((one) => one !== undefined)
  return { view: view ?? usual, remember: (chosen: V) => store.set(chosen) }
}
